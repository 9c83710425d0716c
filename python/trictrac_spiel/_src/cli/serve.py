"""Play in a browser: a page on this machine, and a JSON interface for programs.

It prints its address and serves until Ctrl-C. Only this machine can reach it unless --host says
otherwise. Games live in memory; with --save FOLDER those that somebody saves are kept there, and
go on after a restart.

    trictrac serve
    trictrac serve --port 8000 --save games
    trictrac serve --host 0.0.0.0 --no-browser        for friends in the same network
    trictrac serve --allow az:runs/first              a player of your own

The interface is described in docs/web.md.
"""

import argparse
import os
import signal
import threading
import webbrowser
from pathlib import Path

import waitress

from trictrac_spiel._src.cli.arguments import file_name, whole_number
from trictrac_spiel._src.errors import TrictracError
from trictrac_spiel._src.players import bots
from trictrac_spiel._src.web.app import LARGEST_BODY, App
from trictrac_spiel._src.web.games import Games

_THREADS = 8
_CONNECTIONS = 500
_SLOW = 20  # seconds that a client may take over a request


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``trictrac serve``."""
    parser.add_argument(
        "--port",
        type=whole_number(0, 65535),
        default=8080,
        metavar="N",
        help="where to listen; 0 takes any free one (default: %(default)s)",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="the address to listen at, or the name of this machine (default: %(default)s, which "
        "only this machine reaches; 0.0.0.0 is every one)",
    )
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    parser.add_argument(
        "--save",
        type=file_name,
        metavar="FOLDER",
        help="let games be saved there, and go on after a restart",
    )
    parser.add_argument(
        "--allow",
        action="append",
        default=[],
        metavar="PLAYER",
        help="a further player to play against, such as az:runs/first (may be repeated)",
    )
    parser.add_argument(
        "--games",
        type=whole_number(1, 1_000_000),
        default=2000,
        metavar="N",
        help="how many games there may be at once (default: %(default)s)",
    )
    parser.add_argument(
        "--age",
        type=whole_number(1, 24 * 365),
        default=24,
        metavar="HOURS",
        help="after which a game that nobody looks at is forgotten (default: %(default)s)",
    )


def run(args: argparse.Namespace) -> None:
    """Serves until it is told to end."""
    folder = None if args.save is None else Path(args.save)
    if folder is not None:
        folder.mkdir(exist_ok=True)
    for name in args.allow:
        bots.check(name)
    games = Games(most=args.games, age=args.age * 3600.0, folder=folder, allowed=args.allow)
    try:
        server = waitress.create_server(
            App(games, hosts=[args.host]),
            host=args.host,
            port=args.port,
            threads=_THREADS,
            connection_limit=_CONNECTIONS,
            channel_timeout=_SLOW,
            cleanup_interval=5,
            max_request_body_size=4 * LARGEST_BODY,  # So that the application can say why.
            max_request_header_size=16 * 1024,
            asyncore_use_poll=True,
            ident=None,
        )
    except (OSError, ValueError) as error:
        raise TrictracError(f"cannot listen at {args.host}, port {args.port}: {error}") from None
    where = getattr(server, "effective_listen", None) or [
        (server.effective_host, server.effective_port)
    ]
    host, port = where[0]
    shown = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}/"
    print(address, flush=True)
    ended_by: list[int] = []

    def end(number: int, frame: object) -> None:
        ended_by.append(number)
        raise SystemExit

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    if not args.no_browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
    server.run()
    server.close()
    if signal.SIGINT in ended_by:
        raise KeyboardInterrupt


def _has_screen() -> bool:
    """Would a browser open a window, and not take this terminal?"""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
