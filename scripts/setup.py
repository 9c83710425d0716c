#!/usr/bin/env python3
"""Makes the clone ready: .venv with everything, and the wheel built and installed in it.

Run it through `make setup`; `make demo` and `make test` do it first. It needs only the
standard library, does nothing twice, and may be interrupted at any point: what is
half-done is found and done again. It writes to .venv, .cache, build and dist of the
clone, and pip and cargo to their caches. Logs of what it runs are in build/logs.

Options:
  --tests    also install what `make test` and `make lint` need
  --docs     also install what `make docs` needs
  --browser  also install a browser for `make test-release`, in .cache
  --torch    also make build/torch for `make test-release`: an environment with all of torch
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.exit(
        "setup: Python 3.11 or newer is needed; this is "
        + sys.version.split()[0]
        + ". If you have another one, name it: make PYTHON=python3.12 ..."
    )

import fcntl
import hashlib
import json
import os
import platform
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
BUILD = ROOT / "build"
TORCH_VENV = BUILD / "torch"
LOGS = BUILD / "logs"
RAW_WHEELS = BUILD / "dist"
WHEELS = ROOT / "dist"
STAMP = BUILD / "wheel.json"

NEWEST_PYTHON = (3, 14)
GIGABYTE = 10**9

# What the wheel is made of: when none of it has changed, it is not built again.
SOURCES = (
    "CMakeLists.txt",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE",
    "README.md",
    "cmake",
    "cpp",
    "pyproject.toml",
    "python",
    "rust",
    "scripts/debian-package.sh",
)


def say(text: str) -> None:
    print(f"==> {text}", flush=True)


def fail(text: str) -> None:
    sys.exit(f"setup: {text}")


def run(name: str, command: list[str | Path], on_failure: str) -> str:
    """Runs a command with its output in a log; shows the log's end if it fails."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"{name}.log"
    environment = os.environ | {
        "PATH": f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
    }
    with log.open("wb") as output:
        process = subprocess.run(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=ROOT,
        )
    text = log.read_text(encoding="utf-8", errors="replace")
    if process.returncode != 0:
        print("\n".join(text.splitlines()[-40:]), file=sys.stderr)
        if shutil.disk_usage(ROOT).free < GIGABYTE // 2:
            on_failure = f"the disk with {ROOT} is full; make room and run the command again."
        fail(f"{on_failure}\n(The whole log: {log})")
    return text


def pip_install(
    name: str, what: str, requirements: list[str], *options: str, venv: Path = VENV
) -> None:
    """Installs into an environment; quick and silent when everything is there already."""
    run(
        name,
        [
            venv / "bin" / "python",
            "-m",
            "pip",
            "install",
            "--only-binary",
            "open_spiel",
            *options,
            *requirements,
        ],
        f"{what} could not be installed. Is the package index reachable? "
        "Run the same command again when it is; nothing that is done will be repeated.",
    )


def check_machine() -> None:
    """Ends with what to do about it when this machine can't build the package."""
    # Blanks and letters of any kind are fine; these mean something to CMake or to a shell.
    special = sorted(set(str(ROOT)) & set("'\"`$\\;&|<>*?#"))
    if special:
        fail(
            f"the build tools cannot take {' '.join(special)} in a path. Move the clone from {ROOT}"
        )
    machine = platform.machine()
    if sys.platform != "linux" or machine not in ("x86_64", "aarch64"):
        fail(
            f"Linux on x86_64 or aarch64 is needed, this is {platform.system()} {machine}. "
            "On macOS and Windows use a Linux container or virtual machine."
        )
    if platform.libc_ver()[0] != "glibc":
        fail("a Linux with glibc is needed, because open_spiel's wheels are (not Alpine's musl).")
    if sys.implementation.name != "cpython" or sys.version_info[:2] > NEWEST_PYTHON:
        fail(
            f"CPython 3.11 to {NEWEST_PYTHON[0]}.{NEWEST_PYTHON[1]} is needed, for which there are "
            f"wheels of open_spiel; this is {sys.implementation.name} {platform.python_version()}. "
            "If you have another one, name it: make PYTHON=python3.12 ..."
        )

    manifest = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    oldest = manifest["workspace"]["package"]["rust-version"]
    compiler = os.environ.get("CXX", "c++").split()[0]
    missing = []
    if shutil.which(compiler) is None:
        missing.append(f"a C++20 compiler ({compiler}): apt-get install g++")
    if shutil.which("cargo") is None:
        missing.append(f"Rust (cargo): rustup, or a distribution with Rust {oldest} or newer")
    if shutil.which("nm") is None:
        missing.append("binutils (nm): apt-get install binutils")
    if missing:
        fail("this machine lacks\n  - " + "\n  - ".join(missing) + "\nInstall it and run again.")

    version = subprocess.run(["cargo", "--version"], capture_output=True, text=True, cwd=ROOT)
    found = re.search(r"(\d+)\.(\d+)", version.stdout)
    if version.returncode != 0 or found is None:
        fail(f"`cargo --version` failed: {version.stderr.strip()}")
    elif tuple(map(int, found.groups())) < tuple(map(int, oldest.split("."))):
        fail(f"Rust {oldest} or newer is needed, this is {found.group()}. Update it: rustup update")


def make_environment(venv: Path) -> None:
    """Makes an environment, anew if it is broken, its Python is gone or the clone was moved."""
    python = venv / "bin" / "python"
    probe = (
        "import sys, pip; from pathlib import Path; pip = Path(sys.prefix, 'bin', 'pip');"
        "sys.exit(sys.version_info < (3, 11) or sys.prefix not in pip.read_text())"
    )
    if python.exists():
        found = subprocess.run([python, "-c", probe], capture_output=True)
        if found.returncode == 0:
            return
    say(f"virtual environment {venv.relative_to(ROOT)} (Python {platform.python_version()})")
    shutil.rmtree(venv, ignore_errors=True)
    run(
        "venv",
        [sys.executable, "-m", "venv", venv],
        "the virtual environment could not be made. On Debian and Ubuntu its module is a "
        "package of its own: apt-get install python3-venv",
    )


def site_packages(venv: Path = VENV) -> Path:
    code = "import sysconfig; print(sysconfig.get_path('platlib'))"
    command = [venv / "bin" / "python", "-c", code]
    return Path(subprocess.check_output(command, text=True).strip())


def install_requirements(settings: dict, with_tests: bool, with_docs: bool) -> None:
    say("build tools and open_spiel" + (", test tools" if with_tests else ""))
    groups = settings["dependency-groups"]
    requirements = settings["build-system"]["requires"] + groups["release"]
    requirements += settings["project"]["dependencies"]
    requirements += settings["project"]["optional-dependencies"]["plot"]
    # The machine's own are used if there are any.
    for tool in ("cmake", "ninja"):
        if shutil.which(tool) is None:
            requirements.append(tool)
    if with_tests:
        requirements += groups["test"] + groups["lint"]
    if with_docs:
        requirements += groups["docs"]
    pip_install("requirements", "the Python packages", requirements)


def install_browser(settings: dict) -> None:
    say("a browser for the tests of the page")
    pip_install("browser", "Playwright", settings["dependency-groups"]["browser"])
    run(
        "chromium",
        [ROOT / "scripts" / "debian-browser.sh", ROOT / ".cache" / "chromium"],
        "Chromium could not be had from this machine's package mirror. Any other one will do: "
        "set CHROMIUM to its path.",
    )


def install_libtorch(settings: dict) -> str:
    """Sees to it that there is a LibTorch for AlphaZero; returns which, for the stamp."""
    folder = site_packages() / "torch"
    library = folder / "lib" / "libtorch_cpu.so"
    given = os.environ.get("LIBTORCH") or os.environ.get("Torch_DIR")  # noqa: SIM112
    installed = list(site_packages().glob("torch-*.dist-info/RECORD"))
    if not (library.exists() and installed):
        if given:
            say(f"LibTorch: the one in {given}")
            return given
        needed = 4
        if shutil.disk_usage(ROOT).free < needed * GIGABYTE:
            fail(f"LibTorch needs {needed} GB of disk space while it is installed in {VENV}.")
        say("LibTorch: the part that AlphaZero needs (1.2 GB of disk; all of torch would be 5)")
        pip_install("libtorch", "LibTorch", settings["dependency-groups"]["libtorch"], "--no-deps")
        installed = list(site_packages().glob("torch-*.dist-info/RECORD"))
    return installed[0].parent.name


def digest_of_sources(*extra: str) -> str:
    """One digest for everything that the wheel depends on."""
    digest = hashlib.sha256("\0".join(extra).encode())
    for name in SOURCES:
        path = ROOT / name
        files = [path] if path.is_file() else sorted(path.rglob("*"))
        for file in files:
            if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".so":
                digest.update(str(file.relative_to(ROOT)).encode() + b"\0")
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def build_wheel(libtorch: str) -> Path:
    """Builds dist/*.whl unless it is up to date; the build folder is kept for the next time."""
    wanted = digest_of_sources(libtorch, str(PYTHON), site_packages().parent.name)
    try:
        stamp = json.loads(STAMP.read_text())
        wheel = WHEELS / stamp["wheel"]
        if stamp["sources"] == wanted and wheel.exists():
            return wheel
    except (OSError, ValueError, KeyError):
        pass
    say("the wheel: Rust engine, C++ game, AlphaZero (some minutes the first time)")
    shutil.rmtree(RAW_WHEELS, ignore_errors=True)
    parts = ("PLUGIN", "ALPHAZERO", "TESTS")
    # In full: the pip of Debian 12 knows no -C.
    settings = [f"build-dir={BUILD / 'cmake'}", *(f"cmake.define.TRICTRAC_{p}=ON" for p in parts)]
    run(
        "wheel",
        [
            *(PYTHON, "-m", "pip", "wheel", "--verbose", "--no-build-isolation", "--no-deps"),
            *("--wheel-dir", RAW_WHEELS),
            *(f"--config-settings={setting}" for setting in settings),
            ROOT,
        ],
        "the wheel could not be built; the reason stands above.",
    )
    (raw,) = RAW_WHEELS.glob("*.whl")
    wheel = repair(raw)
    STAMP.write_text(json.dumps({"sources": wanted, "wheel": wheel.name}))
    return wheel


def repair(raw: Path) -> Path:
    """Gives the wheel the platform tag that is true for it; puts it into dist.

    pyspiel.so and LibTorch stay outside: they must be the ones of open_spiel and torch.
    """
    shutil.rmtree(WHEELS, ignore_errors=True)
    excluded = [f"--exclude={name}" for name in ("pyspiel.so", "libtorch*", "libc10*")]
    repaired = subprocess.run(
        [PYTHON, "-m", "auditwheel", "repair", *excluded, "--wheel-dir", WHEELS, raw],
        stdout=(LOGS / "auditwheel.log").open("wb"),
        stderr=subprocess.STDOUT,
        env=os.environ | {"PATH": f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}"},
    )
    if repaired.returncode != 0:
        say("the wheel keeps its tag 'linux' (why: build/logs/auditwheel.log)")
        WHEELS.mkdir(exist_ok=True)
        shutil.copy2(raw, WHEELS)
    (wheel,) = WHEELS.glob("*.whl")
    return wheel


def install_wheel(wheel: Path, venv: Path = VENV) -> None:
    """Installs the wheel unless exactly this one is installed, and tries it."""
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()
    for record in site_packages(venv).glob("trictrac_spiel-*.dist-info/RECORD"):
        origin = record.with_name("direct_url.json")
        if origin.exists() and digest in origin.read_text():
            return
    say(f"installing {wheel.relative_to(ROOT)}")
    options = ("--force-reinstall", "--no-deps")
    pip_install("install", "the wheel", [str(wheel)], *options, venv=venv)
    run(
        "import",
        [
            venv / "bin" / "python",
            "-c",
            "import trictrac_spiel, pyspiel; pyspiel.load_game('trictrac')",
        ],
        "the installed package can't be imported; the reason stands above.",
    )


def make_torch_environment(settings: dict, wheel: Path) -> None:
    """Sees to build/torch: TorchRL and RLlib load what the part of torch in .venv lacks."""
    make_environment(TORCH_VENV)
    needed = 9
    has_torch = any(site_packages(TORCH_VENV).glob("torch-*.dist-info/RECORD"))
    if not has_torch and shutil.disk_usage(ROOT).free < needed * GIGABYTE:
        fail(f"all of torch needs {needed} GB of disk space while it is installed in {TORCH_VENV}.")
    say(f"all of torch in {TORCH_VENV.relative_to(ROOT)} (6 GB of disk)")
    requirements = settings["project"]["dependencies"] + settings["dependency-groups"]["torch"]
    pip_install("torch", "torch with TorchRL and RLlib", requirements, venv=TORCH_VENV)
    install_wheel(wheel, TORCH_VENV)


def main() -> None:
    options = ("--tests", "--docs", "--browser", "--torch")
    unknown = set(sys.argv[1:]) - set(options)
    if unknown:
        sys.exit(f"setup: unknown option {' '.join(unknown)}; there are {', '.join(options)}")
    BUILD.mkdir(exist_ok=True)
    with (BUILD / "setup.lock").open("w") as lock:
        # Two of them at once would install into the same folder.
        fcntl.flock(lock, fcntl.LOCK_EX)
        settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
        check_machine()
        make_environment(VENV)
        install_requirements(settings, "--tests" in sys.argv, "--docs" in sys.argv)
        if "--browser" in sys.argv and "CHROMIUM" not in os.environ:
            install_browser(settings)
        wheel = build_wheel(install_libtorch(settings))
        install_wheel(wheel)
        if "--torch" in sys.argv:
            make_torch_environment(settings, wheel)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        fail(f"{error}")
