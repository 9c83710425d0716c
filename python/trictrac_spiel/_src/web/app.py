"""The server's answers as a WSGI application: the JSON interface, the drawings and the page."""

import importlib.resources
import ipaddress
import json
import re
import urllib.parse
from collections.abc import Callable, Collection, Iterable
from http import HTTPStatus
from typing import Any

from trictrac_spiel._src.drawing.themes import THEMES
from trictrac_spiel._src.errors import IllegalPlayError, TrictracError
from trictrac_spiel._src.learn.lessons import lesson
from trictrac_spiel._src.people.language import LANGUAGES, messages, speaking
from trictrac_spiel._src.position.reading import load_trictrac
from trictrac_spiel._src.strict_json import read_json
from trictrac_spiel._src.web import answers, learning, schema
from trictrac_spiel._src.web.answers import Reader
from trictrac_spiel._src.web.games import DamagedError, ForbiddenError, FullError, Game, Games
from trictrac_spiel._src.whole_numbers import read_whole_number

LARGEST_BODY = 256 * 1024
_TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
    "webmanifest": "application/manifest+json",
}
_SAFETY = [
    # The drawings bring their style with them; nothing else is written into the page.
    (
        "Content-Security-Policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
]
_NAME = re.compile(r"[a-zA-Z0-9.-]{1,253}")

StartResponse = Callable[[str, list[tuple[str, str]]], object]


class _HttpError(Exception):
    """An answer that says what is wrong with the request."""

    def __init__(self, status: HTTPStatus, reason: str, **more: Any) -> None:
        super().__init__(reason)
        self.status = status
        self.body = {"error": reason, **more}


class App:
    """A WSGI application around the games of a server."""

    def __init__(self, games: Games, *, hosts: Collection[str]) -> None:
        """An application.

        Args:
          games: what it serves.
          hosts: names that this server is called by, other than its numbers and localhost. Pages
            of others cannot reach it under a name of theirs.
        """
        self._games = games
        self._hosts = frozenset(host.lower() for host in hosts) | {"localhost"}
        self._files = _read_files()
        self._parameters = sorted(load_trictrac("trictrac").get_parameters())

    def __call__(self, environ: dict[str, Any], start: StartResponse) -> Iterable[bytes]:
        """Answers one request."""
        try:
            query = _query(environ)
            with speaking(_language(environ, query)):
                status, kind, body = self._answer(environ, query)
        except _HttpError as error:
            status, kind, body = error.status, "json", _json(error.body)
        headers = [
            ("Content-Type", _TYPES.get(kind, "application/json; charset=utf-8")),
            ("Content-Length", str(len(body))),
            ("Cache-Control", "no-store" if kind in ("json", "svg", "record") else "no-cache"),
            *_SAFETY,
        ]
        if kind == "record":
            headers.append(("Content-Disposition", 'attachment; filename="trictrac.txt"'))
            headers[0] = ("Content-Type", "text/plain; charset=utf-8")
        start(f"{status.value} {status.phrase}", headers)
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]

    def _answer(
        self, environ: dict[str, Any], query: dict[str, str]
    ) -> tuple[HTTPStatus, str, bytes]:
        method = "GET" if environ["REQUEST_METHOD"] == "HEAD" else environ["REQUEST_METHOD"]
        self._check_origin(environ, method)
        path = environ.get("PATH_INFO", "/")
        if path == "/" or path.startswith("/static/"):
            _allow(method, "GET")
            return self._file("index.html" if path == "/" else path.removeprefix("/static/"))
        words = path.strip("/").split("/")
        match words:
            case ["api"]:
                _allow(method, "GET")
                return HTTPStatus.OK, "json", _json(self._about())
            case ["api", "messages"]:
                _allow(method, "GET")
                return HTTPStatus.OK, "json", _json(messages(query.get("lang", "en")))
            case ["api", "glossary"]:
                _allow(method, "GET")
                return HTTPStatus.OK, "json", _json({"terms": learning.terms()})
            case ["api", "lessons"]:
                _allow(method, "GET")
                return HTTPStatus.OK, "json", _json({"lessons": learning.overview()})
            case ["api", "lessons", name, *rest] if len(rest) <= 1:
                return self._lesson(environ, method, query, name, "".join(rest))
            case ["api", "games"]:
                _allow(method, "POST")
                return self._create(_body(environ, schema.NEW_GAME))
            case ["api", "games", identity, *rest] if len(rest) <= 1:
                try:
                    game = self._games.find(identity)
                except DamagedError as error:
                    raise _HttpError(HTTPStatus.INTERNAL_SERVER_ERROR, str(error)) from None
                if game is None:
                    raise _HttpError(
                        HTTPStatus.NOT_FOUND,
                        "there is no such game (games that nobody looks at are forgotten)",
                    )
                with game.lock:
                    return self._about_game(environ, method, query, game, "".join(rest))
        raise _HttpError(HTTPStatus.NOT_FOUND, f"there is nothing at {path[:60]}")

    def _about_game(
        self,
        environ: dict[str, Any],
        method: str,
        query: dict[str, str],
        game: Game,
        what: str,
    ) -> tuple[HTTPStatus, str, bytes]:
        key = query.get("key")
        since = _number(query, "since", 0, 0, 2**31)
        match what:
            case "":
                _allow(method, "GET")
                return self._game(game, key, since)
            case "board.svg":
                _allow(method, "GET")
                at = _number(query, "at", -1, 0, 2**31)
                drawn = answers.picture(
                    game,
                    Reader(game, key),
                    at=None if at < 0 else at,
                    theme=_theme(query),
                    for_hands="hands" in query,
                    why="why" in query,
                    caption=_caption(query),
                )
                return HTTPStatus.OK, "svg", drawn.encode()
            case "hints":
                _allow(method, "GET")
                count = _number(query, "count", 3, 1, 20)
                return HTTPStatus.OK, "json", _json({"hints": answers.hints(game, count)})
            case "analysis":
                _allow(method, "GET")
                if not game.session.is_over:
                    raise _HttpError(HTTPStatus.CONFLICT, "a game is analysed when it is over")
                try:
                    return HTTPStatus.OK, "json", _json(answers.analysis(game))
                except TrictracError as error:
                    raise _HttpError(HTTPStatus.CONFLICT, str(error)) from None
            case "record.txt":
                _allow(method, "GET")
                return HTTPStatus.OK, "record", game.session.record().to_text().encode()
            case "record.json":
                _allow(method, "GET")
                return HTTPStatus.OK, "json", game.session.record().to_json().encode()
            case "actions":
                _allow(method, "POST")
                wish = self._wish(environ, game)
                self._act(game, wish["action"], wish.get("key"))
                return self._game(game, wish.get("key"), since)
            case "undo" | "step" | "save":
                _allow(method, "POST")
                key = _body(environ, schema.COMMAND).get("key")
                self._command(game, what, key)
                return self._game(game, key, since)
        raise _HttpError(HTTPStatus.NOT_FOUND, f"a game has no {what[:60]!r}")

    def _lesson(
        self, environ: dict[str, Any], method: str, query: dict[str, str], name: str, what: str
    ) -> tuple[HTTPStatus, str, bytes]:
        try:
            chosen = lesson(name)
        except TrictracError as error:
            raise _HttpError(HTTPStatus.NOT_FOUND, str(error)) from None
        match what:
            case "":
                _allow(method, "GET")
                return HTTPStatus.OK, "json", _json(learning.of_lesson(chosen))
            case "board.svg":
                _allow(method, "GET")
                drawn = chosen.picture(
                    theme=_theme(query), solved="solved" in query, caption=_caption(query)
                )
                return HTTPStatus.OK, "svg", drawn.encode()
            case "answer":
                _allow(method, "POST")
                answer = _body(environ, schema.ANSWER)["answer"]
                try:
                    return HTTPStatus.OK, "json", _json(learning.verdict(chosen, answer))
                except TrictracError as error:
                    raise _HttpError(HTTPStatus.BAD_REQUEST, str(error)) from None
        raise _HttpError(HTTPStatus.NOT_FOUND, f"a lesson has no {what[:60]!r}")

    def _about(self) -> dict[str, Any]:
        return {
            "players": self._games.players(),
            "languages": list(LANGUAGES),
            "themes": list(THEMES),
            "can_save": self._games.can_save,
            "parameters": self._parameters,
            "schemas": {"new_game": schema.NEW_GAME, "action": schema.ACTION},
        }

    def _create(self, wish: dict[str, Any]) -> tuple[HTTPStatus, str, bytes]:
        try:
            game = self._games.create(wish)
        except TrictracError as error:
            raise _HttpError(HTTPStatus.BAD_REQUEST, str(error)) from None
        except FullError as error:
            raise _HttpError(HTTPStatus.SERVICE_UNAVAILABLE, str(error)) from None
        key = None if game.keys is None else game.keys[game.seat]
        told = answers.of_game(game, Reader(game, key))
        if game.keys is not None:
            told |= {"key": key, "invite": game.keys[1 - game.seat]}
        return HTTPStatus.CREATED, "json", _json(told)

    def _game(self, game: Game, key: str | None, since: int) -> tuple[HTTPStatus, str, bytes]:
        return HTTPStatus.OK, "json", _json(answers.of_game(game, Reader(game, key), since))

    def _wish(self, environ: dict[str, Any], game: Game) -> dict[str, Any]:
        try:
            return _body(environ, schema.ACTION)
        except _HttpError as error:
            error.body["legal"] = _legal(game)
            raise

    def _act(self, game: Game, action: int, key: str | None) -> None:
        session = game.session
        if not session.needs_decision:
            reason = "the game is over" if session.is_over else "no person is to decide now"
            raise _HttpError(HTTPStatus.CONFLICT, reason, legal=[])
        _checked(lambda: game.check_key(key, game.player))
        try:
            session.play(action)
        except IllegalPlayError as error:
            raise _HttpError(
                HTTPStatus.UNPROCESSABLE_ENTITY, str(error), legal=_legal(game)
            ) from None
        game.decisions += 1
        self._games.move_on(game)
        self._games.changed(game)

    def _command(self, game: Game, what: str, key: str | None) -> None:
        session = game.session
        match what:
            case "undo":
                if game.keys is not None:
                    raise _HttpError(
                        HTTPStatus.FORBIDDEN, "nothing is taken back in a game with a friend"
                    )
                if not session.undo():
                    raise _HttpError(HTTPStatus.CONFLICT, "there is no decision to take back")
                game.version += 1
            case "step":
                if not game.watched or session.is_over:
                    raise _HttpError(HTTPStatus.CONFLICT, "there is no step to watch")
                session.step()
                game.version += 1
            case _:
                _checked(lambda: _check_any_key(game, key))
                try:
                    self._games.save(game)
                except TrictracError as error:
                    raise _HttpError(HTTPStatus.CONFLICT, str(error)) from None
        self._games.changed(game)

    def _file(self, name: str) -> tuple[HTTPStatus, str, bytes]:
        if name not in self._files:
            raise _HttpError(HTTPStatus.NOT_FOUND, "there is no such file")
        return HTTPStatus.OK, name.rpartition(".")[2], self._files[name]

    def _check_origin(self, environ: dict[str, Any], method: str) -> None:
        """Refuses requests that other people's pages cause."""
        host = environ.get("HTTP_HOST", "")
        name = urllib.parse.urlsplit(f"//{host}").hostname or ""
        if name.lower() not in self._hosts and not _is_address(name):
            raise _HttpError(
                HTTPStatus.MISDIRECTED_REQUEST,
                f"this server is not called {host[:60]!r}; start it with --host NAME if it is",
            )
        origin = environ.get("HTTP_ORIGIN")
        if method == "POST" and origin is not None and origin.partition("://")[2] != host:
            raise _HttpError(HTTPStatus.FORBIDDEN, "only this server's own page may do that")


def _legal(game: Game) -> list[int]:
    session = game.session
    return [choice.action for choice in session.choices()] if session.needs_decision else []


def _check_any_key(game: Game, key: str | None) -> None:
    if game.keys is not None and game.seat_of(key) is None:
        raise ForbiddenError("a key of one of the seats is needed")


def _checked(check: Callable[[], None]) -> None:
    try:
        check()
    except ForbiddenError as error:
        raise _HttpError(HTTPStatus.FORBIDDEN, str(error)) from None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _read_files() -> dict[str, bytes]:
    """The page's files by their names, all of them small; nothing else can be asked for."""
    folder = importlib.resources.files(__package__) / "static"
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def _allow(method: str, allowed: str) -> None:
    if method != allowed:
        raise _HttpError(HTTPStatus.METHOD_NOT_ALLOWED, f"only {allowed} is accepted here")


def _query(environ: dict[str, Any]) -> dict[str, str]:
    text = environ.get("QUERY_STRING", "")
    try:
        pairs = urllib.parse.parse_qsl(
            text, keep_blank_values=True, strict_parsing=bool(text), max_num_fields=20
        )
    except ValueError:
        raise _HttpError(HTTPStatus.BAD_REQUEST, "the address has a faulty query") from None
    return dict(pairs)


def _language(environ: dict[str, Any], query: dict[str, str]) -> str:
    """The language that is asked for, or the first one of the browser's that is known."""
    if (wanted := query.get("lang")) is not None:
        if wanted not in LANGUAGES:
            raise _HttpError(HTTPStatus.BAD_REQUEST, f"the languages are {', '.join(LANGUAGES)}")
        return wanted
    preferred: str = environ.get("HTTP_ACCEPT_LANGUAGE", "")
    for word in preferred.split(","):
        name = word.partition(";")[0].strip()[:2].lower()
        if name in LANGUAGES:
            return name
    return "en"


def _theme(query: dict[str, str]) -> str:
    theme = query.get("theme", "wood")
    if theme not in THEMES:
        raise _HttpError(HTTPStatus.BAD_REQUEST, f"the themes are {', '.join(THEMES)}")
    return theme


def _caption(query: dict[str, str]) -> bool:
    return _number(query, "caption", 1, 0, 1) == 1


def _number(query: dict[str, str], name: str, default: int, least: int, most: int) -> int:
    if name not in query:
        return default
    number = read_whole_number(query[name])
    if number is None or not least <= number <= most:
        raise _HttpError(
            HTTPStatus.BAD_REQUEST, f"{name} must be a whole number, {least} to {most}"
        )
    return number


def _body(environ: dict[str, Any], accepted: dict[str, Any]) -> dict[str, Any]:
    """The JSON of a request, checked."""
    length = read_whole_number(environ.get("CONTENT_LENGTH") or "0") or 0
    if length > LARGEST_BODY:
        raise _HttpError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"at most {LARGEST_BODY} bytes are accepted"
        )
    kind = environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        # Forms of other pages can send anything but this without asking.
        raise _HttpError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "send application/json")
    try:
        value = read_json(environ["wsgi.input"].read(length).decode("utf-8") or "{}")
        schema.check(value, accepted)
    except UnicodeDecodeError:
        raise _HttpError(HTTPStatus.BAD_REQUEST, "the request is not UTF-8") from None
    except TrictracError as error:
        raise _HttpError(HTTPStatus.BAD_REQUEST, f"the request is refused: {error}") from None
    checked: dict[str, Any] = value
    return checked


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace")
