# The only place that knows Corrosion, cxx and PyO3. Provides the target
# trictrac_bridge_cxx, the engine in Rust with its generated C++ header
# "trictrac_bridge_cxx/lib.h", and the Python module _engine.
include(Bootstrap)

find_program(CARGO cargo HINTS "$ENV{HOME}/.cargo/bin")
if(NOT CARGO)
  file(STRINGS "${PROJECT_SOURCE_DIR}/Cargo.toml" oldest REGEX "^rust-version")
  message(FATAL_ERROR
    "cargo, the Rust build tool, is not on the PATH. Install Rust (Cargo.toml: ${oldest}) "
    "(rustup, or a distribution's packages cargo and rustc) and try again.")
endif()

# Corrosion: an installed one, else its repository, else the distribution's
# package, unpacked into the cache folder and not into the system.
set(corrosion_tag v0.6.1)
set(corrosion_repository https://github.com/corrosion-rs/corrosion.git)
set(corrosion_unpacked "${TRICTRAC_CACHE_DIR}/corrosion")

# Corrosion 0.5 does not understand the output of today's rustup; cargo and rustc
# from the PATH need no such resolution.
set(Rust_RESOLVE_RUSTUP_TOOLCHAINS OFF CACHE BOOL "Resolve rustup toolchains")

find_package(Corrosion 0.5 QUIET HINTS "${corrosion_unpacked}/usr")
if(NOT Corrosion_FOUND)
  trictrac_repository_answers(reachable "${corrosion_repository}" "refs/tags/${corrosion_tag}")
  if(reachable)
    include(FetchContent)
    FetchContent_Declare(Corrosion
      GIT_REPOSITORY "${corrosion_repository}" GIT_TAG "${corrosion_tag}" GIT_SHALLOW ON)
    FetchContent_MakeAvailable(Corrosion)
  else()
    trictrac_unpack_debian_package(corrosion "${corrosion_unpacked}" reason trixie sid)
    find_package(Corrosion 0.5 QUIET HINTS "${corrosion_unpacked}/usr")
    if(NOT Corrosion_FOUND)
      message(FATAL_ERROR
        "Corrosion (CMake files that build Rust crates) was found nowhere.\n${reason}\n"
        "Do one of these, then try again:\n"
        "  - install it: apt-get install corrosion (Debian 13, Ubuntu 25.04 and newer)\n"
        "  - make ${corrosion_repository} reachable\n"
        "  - unpack Corrosion 0.5 or newer anywhere and set the environment variable "
        "Corrosion_ROOT to the folder it was installed to")
    endif()
  endif()
endif()

set(rust_profile release)
if(SKBUILD_STATE STREQUAL "editable")
  set(rust_profile editable)
endif()
corrosion_import_crate(
  MANIFEST_PATH "${PROJECT_SOURCE_DIR}/Cargo.toml" CRATES trictrac-bridge
  CRATE_TYPES staticlib PROFILE ${rust_profile} LOCKED)
if(TRICTRAC_PLUGIN)
  corrosion_import_crate(
    MANIFEST_PATH "${PROJECT_SOURCE_DIR}/Cargo.toml" CRATES trictrac-python
    CRATE_TYPES cdylib PROFILE ${rust_profile} LOCKED)
  corrosion_set_env_vars(_engine "PYO3_PYTHON=${Python_EXECUTABLE}")
endif()

# cxx's generator must be of exactly the version of the crate. It is built once
# and kept in the cache folder; left to itself, Corrosion would build it again in
# every build folder.
file(READ "${PROJECT_SOURCE_DIR}/Cargo.lock" lock_file)
string(REGEX MATCH "name = \"cxx\"\nversion = \"([0-9.]+)\"" found "${lock_file}")
set(cxx_version "${CMAKE_MATCH_1}")
set(cxxbridge_root "${TRICTRAC_CACHE_DIR}/cxxbridge-${cxx_version}")
if(NOT EXISTS "${cxxbridge_root}/bin/cxxbridge")
  message(STATUS "cxx: building its generator ${cxx_version}, once for this clone")
  # Unoptimized: it reads one file, so its own build is the only cost.
  execute_process(
    COMMAND "${CARGO}" install --quiet --locked --debug --root "${cxxbridge_root}"
            --target-dir "${CMAKE_BINARY_DIR}/cxxbridge" cxxbridge-cmd --version "${cxx_version}"
    RESULT_VARIABLE failed ERROR_VARIABLE reason)
  if(failed)
    message(FATAL_ERROR
      "cxxbridge-cmd ${cxx_version} could not be built:\n${reason}\n"
      "It comes from cargo's registry: check the network, then try again; or install it by hand with\n"
      "  cargo install cxxbridge-cmd --locked --version ${cxx_version} --root ${cxxbridge_root}")
  endif()
  file(REMOVE_RECURSE "${CMAKE_BINARY_DIR}/cxxbridge")
endif()
set(INSTALLED_CXXBRIDGE "${cxxbridge_root}/bin/cxxbridge" CACHE FILEPATH "cxx's generator" FORCE)

corrosion_add_cxxbridge(trictrac_bridge_cxx CRATE trictrac_bridge FILES lib.rs)
