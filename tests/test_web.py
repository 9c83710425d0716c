"""The server of the page: its JSON interface, its manners, and the program around it."""

import http.client
import io
import json
import random
import signal
import socket
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pyspiel
import pytest

import trictrac_spiel
from helpers import started, trictrac
from trictrac_spiel import GameRecord, TrictracError
from trictrac_spiel._src.web import schema
from trictrac_spiel._src.web.app import LARGEST_BODY, App
from trictrac_spiel._src.web.games import Games


class Client:
    """Asks an application without a network."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.headers: dict[str, str] = {}

    def ask(self, method: str, target: str, body: bytes = b"", **environ: str) -> tuple[int, Any]:
        path, _, query = target.partition("?")
        self.status = ""

        def start(status: str, headers: list[tuple[str, str]]) -> None:
            self.status = status
            self.headers = dict(headers)

        parts = self.app(
            {
                "REQUEST_METHOD": method,
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "HTTP_HOST": "127.0.0.1:8080",
                "CONTENT_TYPE": "application/json",
                "CONTENT_LENGTH": str(len(body)),
                "wsgi.input": io.BytesIO(body),
                **environ,
            },
            start,
        )
        text = b"".join(parts)
        is_json = self.headers["Content-Type"].startswith("application/json")
        return int(self.status.split()[0]), json.loads(text) if is_json else text

    def get(self, target: str, **environ: str) -> Any:
        status, answer = self.ask("GET", target, **environ)
        assert status == 200, answer
        return answer

    def post(self, target: str, body: object = None, status: int = 200, **environ: str) -> Any:
        sent = json.dumps({} if body is None else body).encode()
        found, answer = self.ask("POST", target, sent, **environ)
        assert found == status, answer
        return answer

    def new(self, **wish: object) -> Any:
        return self.post("/api/games", wish, status=201)


@pytest.fixture
def client() -> Client:
    return Client(App(Games(most=50, age=3600, folder=None), hosts=[]))


def play_out(client: Client, game: Any, seed: int = 0) -> Any:
    luck = random.Random(seed)
    while not game["over"]:
        action = luck.choice(game["legal"])
        game = client.post(f"/api/games/{game['id']}/actions", {"action": action})
    return game


@pytest.mark.parametrize("seat", [0, 1, "black"])
def test_a_whole_game_is_that_of_the_record(client: Client, seat: object) -> None:
    game = client.new(against="careful", seed=7, game="trictrac(holes=2)", seat=seat)
    assert game["seat"] == (1 if seat == "black" else seat)
    assert game["legal"] == [play["action"] for play in game["plays"]]
    game = play_out(client, game)
    assert (game["legal"], game["plays"]) == ([], [])
    record = GameRecord.parse(client.get(f"/api/games/{game['id']}/record.txt").decode())
    assert record.final_state().is_terminal()
    assert trictrac_spiel.position_text(record.final_state()) == game["position"]
    assert f"game: {record.game}" in record.to_text()
    again = client.new(against="careful", seed=7, game="trictrac(holes=2)", seat=seat)
    assert play_out(client, again)["position"] == game["position"]


def test_it_is_always_the_persons_decision(client: Client) -> None:
    luck = random.Random(3)
    game = client.new(against="random", seed=3, game="trictrac(holes=1)")
    while not game["over"]:
        state = pyspiel.load_game("trictrac").new_initial_state()
        state = trictrac_spiel._src.position.reading.read_position(
            game["position"], state.get_game()
        )
        assert state.current_player() == game["player"] == 0
        assert state.legal_actions() == game["legal"] != []
        game = client.post(
            f"/api/games/{game['id']}/actions", {"action": luck.choice(game["legal"])}
        )


def test_an_illegal_action_is_refused_with_the_legal_ones(client: Client) -> None:
    game = client.new(seed=1)
    wrong = next(action for action in range(2, 514) if action not in game["legal"])
    answer = client.post(f"/api/games/{game['id']}/actions", {"action": wrong}, status=422)
    assert answer["legal"] == game["legal"]
    assert len(answer["error"]) > 20
    for none in (-1, 0, 1, 514, 99_999, 2**53):
        answer = client.post(f"/api/games/{game['id']}/actions", {"action": none}, status=422)
        assert answer["legal"] == game["legal"]
    answer = client.post(f"/api/games/{game['id']}/actions", {"action": "x"}, status=400)
    assert answer["legal"] == game["legal"]
    assert client.get(f"/api/games/{game['id']}") == game
    over = play_out(client, client.new(seed=1, game="trictrac(holes=1)"))
    answer = client.post(f"/api/games/{over['id']}/actions", {"action": 2}, status=409)
    assert answer == {"error": "the game is over", "legal": []}


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        ({"game": "chess"}, "is not trictrac"),
        ({"game": "efg_game(filename=/etc/passwd)"}, "is not trictrac"),
        ({"game": "trictrac(holes=101)"}, "holes"),
        ({"game": "(" * 399}, "is not trictrac"),
        ({"against": "az:/etc/passwd"}, "no player"),
        ({"against": "az:../run"}, "no player"),
        ({"against": "nobody"}, "no player"),
        ({"against": "mcts:100000"}, "1 to 1000"),
        ({"against": "greedy:3"}, "nothing is accepted"),
        ({"against": "careful", "white": "greedy"}, "'against'"),
        ({"white": "friend", "black": "friend"}, "one of the two is you"),
        ({"seed": -1}, "0 to"),
        ({"seed": 1.5}, "a whole number"),
        ({"seed": True}, "a whole number"),
        ({"seat": 2}, "one of"),
        ({"against": 5}, "a text"),
        ({"against": ""}, "1 to 60"),
        ({"nonsense": 1}, "only against"),
        ({"position": "tt1 nonsense"}, "p0 or p1"),
        ({"position": "x" * 2000}, "0 to 1000"),
        ({"record": "1. White 6-4"}, "record"),
        ({"record": "game: chess"}, "is not trictrac"),
        ([], "an object"),
        ("x", "an object"),
    ],
)
def test_bad_wishes_are_refused_with_a_reason(client: Client, wish: object, words: str) -> None:
    answer = client.post("/api/games", wish, status=400)
    assert words in answer["error"]
    assert "Traceback" not in answer["error"]


@pytest.mark.parametrize(
    "body",
    [b"{", b"\xff", b'{"seed": NaN}', b'{"a":' * 5000, b"[" * 100_000, b'{"seed": 1e999}'],
)
def test_broken_json_is_refused(client: Client, body: bytes) -> None:
    status, answer = client.ask("POST", "/api/games", body)
    assert status == 400
    assert answer["error"]


def test_the_schema_means_what_json_schema_says() -> None:
    luck = random.Random(1)
    values = [None, True, 0, 1, 2, -1, 1.0, 2**60, "", "white", "x" * 70, [], {}, "en"]
    for described in (schema.NEW_GAME, schema.ACTION, schema.COMMAND):
        jsonschema.Draft202012Validator.check_schema(described)
        names = [*described["properties"], "other"]
        accepted = 0
        for _ in range(1500):
            value = {luck.choice(names): luck.choice(values) for _ in range(luck.randrange(3))}
            expected = jsonschema.Draft202012Validator(described).is_valid(value)
            try:
                schema.check(value, described)
                found = True
            except TrictracError:
                found = False
            # JSON has one kind of number; here 1.0 is refused where a whole number is due.
            assert found == expected or 1.0 in [v for v in value.values() if type(v) is float]
            accepted += found
        assert accepted > 50


def test_paths_methods_and_types_are_checked(client: Client) -> None:
    game = client.new(seed=1)
    for method, path, status in (
        ("GET", "/api/games", 405),
        ("PUT", f"/api/games/{game['id']}", 405),
        ("POST", "/", 405),
        ("GET", "/api/games/nonsense", 404),
        ("GET", f"/api/games/{game['id']}/nonsense", 404),
        ("GET", f"/api/games/{game['id']}/a/b", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
        ("GET", "/etc/passwd", 404),
        ("GET", f"/api/games/{game['id']}?since=x", 400),
        ("GET", f"/api/games/{game['id']}/board.svg?theme=neon", 400),
        ("GET", f"/api/games/{game['id']}?lang=xx", 400),
        ("GET", f"/api/games/{game['id']}?{'a=1&' * 40}", 400),
    ):
        found, answer = client.ask(method, path)
        assert (found, list(answer)) == (status, ["error"]), path
    status, _ = client.ask("POST", "/api/games", b"{}", CONTENT_TYPE="text/plain")
    assert status == 415
    status, _ = client.ask("POST", "/api/games", b"{}", CONTENT_LENGTH=str(LARGEST_BODY + 1))
    assert status == 413


def test_other_peoples_pages_are_refused(client: Client) -> None:
    status, answer = client.ask("POST", "/api/games", b"{}", HTTP_ORIGIN="http://evil.example")
    assert (status, answer["error"]) == (403, "only this server's own page may do that")
    status, _ = client.ask("POST", "/api/games", b"{}", HTTP_ORIGIN="http://127.0.0.1:8080")
    assert status == 201
    # A name that somebody else's server gives to this address.
    status, _ = client.ask("GET", "/api", HTTP_HOST="evil.example")
    assert status == 421
    for host in ("localhost:1", "127.0.0.1", "[::1]:80"):
        assert client.ask("GET", "/api", HTTP_HOST=host)[0] == 200


def test_a_friend_plays_with_his_own_key(client: Client) -> None:
    game = client.new(against="friend", seed=2)
    path = f"/api/games/{game['id']}"
    own, other = {"key": game["key"]}, {"key": game["invite"]}
    action = game["legal"][0]
    for wrong in ({}, other, {"key": "x"}):
        client.post(f"{path}/actions", {"action": action, **wrong}, status=403)
    game = client.post(f"{path}/actions", {"action": action, **own})
    assert (game["player"], game["seat"], game["below"]) == (1, 0, 0)
    assert "key" not in game
    assert "invite" not in game
    seen = client.get(f"{path}?key={other['key']}")
    assert (seen["seat"], seen["below"], seen["names"]) == (1, 1, ["White", "Black (you)"])
    client.post(f"{path}/actions", {"action": game["legal"][0], **own}, status=403)
    client.post(f"{path}/actions", {"action": game["legal"][0], **other})
    client.post(f"{path}/undo", own, status=403)
    watcher = client.get(path)
    assert watcher["seat"] is None


def test_undo_brings_the_same_dice_again(client: Client) -> None:
    game = client.new(seed=4)
    path = f"/api/games/{game['id']}"
    client.post(f"{path}/undo", status=409)
    after = client.post(f"{path}/actions", {"action": game["legal"][0]})
    back = client.post(f"{path}/undo")
    assert (back["position"], back["legal"]) == (game["position"], game["legal"])
    again = client.post(f"{path}/actions", {"action": game["legal"][0]})
    assert again["position"] == after["position"]


def test_two_players_are_watched_step_by_step(client: Client) -> None:
    game = client.new(white="greedy", black="careful", seed=1, game="trictrac(holes=1)")
    assert (game["watched"], game["legal"], game["happened"]) == (True, [], 0)
    path = f"/api/games/{game['id']}"
    client.post(f"{path}/actions", {"action": 2}, status=409)
    for count in range(1, 500):
        game = client.post(f"{path}/step?since={count - 1}")
        assert [told["number"] for told in game["log"]] == [count]
        if game["over"]:
            break
    assert game["over"]
    client.post(f"{path}/step", status=409)


def test_the_log_tells_why_points_are_marked(client: Client) -> None:
    position = "tt1 p0 move:6-5 1:13,5:1,7:1 1:13,6:1,7:1 2/0 0/0 1,1 2"
    game = client.new(against="careful", position=position, seed=2)
    game = client.post(f"/api/games/{game['id']}/actions", {"action": game["legal"][0]})
    lines = [line for told in game["log"] for line in told["lines"]]
    assert lines == [
        "One way to hit the lone checker on field 15: 2 points for you.",
        "You now have 4 of the 12 points of a hole.",
    ]
    kinds = [told["kind"] for told in game["log"]]
    assert kinds[:2] == ["play", "roll"]


def test_pictures_are_for_every_moment(client: Client) -> None:
    game = play_out(client, client.new(seed=5, game="trictrac(holes=1)"))
    path = f"/api/games/{game['id']}/board.svg"
    for at in (0, 1, 2, game["happened"], 10_000):
        for more in ("", "&why=1", "&hands=1&theme=dark"):
            ElementTree.fromstring(client.get(f"{path}?at={at}{more}"))
    places = client.get(f"{path}?hands=1").decode().count('class="place"')
    assert places == 26


def test_hints_are_legal_and_ordered(client: Client) -> None:
    game = client.new(seed=8)
    hints = client.get(f"/api/games/{game['id']}/hints?count=5")["hints"]
    assert {hint["action"] for hint in hints} <= set(game["legal"])
    assert hints[0]["loss"] == 0
    assert [hint["win"] for hint in hints] == sorted((hint["win"] for hint in hints), reverse=True)
    assert all(0 < hint["win"] < 1 for hint in hints)


def test_levels_are_players_for_people(client: Client) -> None:
    players = client.get("/api")["players"]
    assert players[:4] == ["beginner", "club", "strong", "champion"]
    for level, player in (("beginner", "greedy"), ("club", "careful"), ("champion", "td:2")):
        game = client.new(against=level, seed=1, seat=1)
        assert game["seats"] == [player, "human"]


def test_points_are_claimed_before_they_are_told(client: Client) -> None:
    game = client.new(against="careful", seed=3, game="trictrac(schools=true,holes=2)")
    path = f"/api/games/{game['id']}/actions?since="
    claims = schools = 0
    for number in range(60):
        if game["over"]:
            break
        choices = {play["claim"]: play["action"] for play in game["plays"]}
        action = game["legal"][0]
        if None not in choices:
            claims += 1
            rolls = [told for told in game["log"] if told["kind"] == "roll"]
            if game["phase"] == "claim":
                assert rolls[-1]["lines"] == []
            due = trictrac_spiel.Position.from_text(game["position"]).due
            wrong = number % 5 == 4
            action = choices[due + 2 if wrong else due]
            game = client.post(f"{path}{game['happened']}", {"action": action})
            claim = game["log"][0]
            assert (claim["kind"], claim["claim"]) == ("claim", due + 2 * wrong)
            assert any("a school" in line for line in claim["lines"]) == wrong
            schools += wrong
        else:
            game = client.post(f"{path}{game['happened']}", {"action": action})
    assert claims > 10
    assert schools > 2


def test_a_written_game_has_its_sheet(client: Client) -> None:
    game = client.new(against="careful", seed=3, game="trictrac(format=written,marques=2)")
    assert (game["sheet"], game["written"]["marque"]) == ([], 1)
    game = play_out(client, game, seed=2)
    assert {marque["number"] for marque in game["sheet"]} == {1, 2}
    sums = [sum(marque["tokens"][player] for marque in game["sheet"]) for player in (0, 1)]
    assert sums == game["written"]["tokens"]
    assert sum(sums) == 0
    assert (game["written"]["marques"], game["written"]["settled"]) == (2, False)
    ends = [told for told in game["log"] if told["marque"] is not None]
    assert [told["marque"] for told in ends] == [marque["number"] for marque in game["sheet"]]
    assert all("marqué" in told["lines"][-1] for told in ends)
    assert f"{max(sums)} tokens" in game["summary"][0]


def test_the_end_names_fields_as_the_log_does(client: Client) -> None:
    won = 0
    for seed in range(6):
        game = play_out(client, client.new(against="careful", seed=seed, game="trictrac(holes=1)"))
        last = [told for told in game["log"] if told["kind"] == "roll"][-1]
        if game["winner"] == last["player"] == 1:
            won += 1
            summary = [line.strip() for line in game["summary"]]
            assert last["lines"][0] in summary
    assert won > 1


def test_one_is_told_what_it_means_to_leave_a_marque(client: Client) -> None:
    position = "tt1 p0 {} 7:3,8:2,9:2,10:2,11:3,12:3 1:9,7:2,8:2,12:2 2/{} 0/0 3,3 21 {}"
    at_the_end = position.format("hold-or-go:6-4", 8, "format=written")
    game = client.new(position=at_the_end)
    assert game["leaving"] == {
        "number": 1,
        "holes": [8, 0],
        "winner": 0,
        "tokens": [20, -20],
        "text": "To go ends the marqué, 8 holes to 0: you win 20 tokens.",
    }
    for other in (
        position.format("hold-or-go:6-4", 2, "format=written"),
        position.format("hold-or-go:6-4", 2, ""),
    ):
        assert client.new(position=other)["leaving"] is None


def test_dice_that_lie_on_the_table_are_explained_too(client: Client) -> None:
    position = (
        "tt1 p0 move:6-3 1:2,4:1,5:1,6:1,7:2,8:2,10:2,11:2,12:2 "
        "1:3,5:1,6:1,7:1,8:2,10:2,11:3,12:2 8x/3x 4x/1x 4,4 54"
    )
    game = client.new(position=position)
    assert "hit the lone checker on field 18" in game["reasons"][0]
    board = f"/api/games/{game['id']}/board.svg?hands=1"

    def drawn(more: str) -> str:
        return bytes(client.get(board + more)).decode().partition("</title>")[2]

    assert drawn("&why=1").count('class="head"') == 3
    assert drawn("").count('class="head"') == 0
    assert "You play 6-3" in drawn("")
    assert "You play 6-3" not in drawn("&caption=0")
    assert client.ask("GET", board + "&caption=no")[0] == 400
    claimed = client.new(seed=1, game="trictrac(schools=true)")
    assert (claimed["phase"], claimed["reasons"]) == ("claim", [])


def test_a_finished_game_is_analysed(client: Client) -> None:
    game = client.new(against="careful", seed=2, game="trictrac(holes=1)")
    path = f"/api/games/{game['id']}"
    assert "when it is over" in client.ask("GET", f"{path}/analysis")[1]["error"]
    game = play_out(client, game, seed=1)
    found = client.get(f"{path}/analysis")
    assert [player["name"] for player in found["players"]] == ["human", "careful"]
    assert found["decisions"]
    assert len(found["chances"]) > 3
    assert found["result"] == (0.5 if game["winner"] is None else float(game["winner"] == 0))
    assert client.get(f"{path}/analysis") == found


def test_a_server_holds_a_bounded_number_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    games = Games(most=3, age=3600, folder=None)
    client = Client(App(games, hosts=[]))
    played = client.new(seed=1)
    client.post(f"/api/games/{played['id']}/actions", {"action": played["legal"][0]})
    others = [client.new(seed=seed) for seed in (2, 3)]
    assert "holds 3 games" in client.post("/api/games", {}, status=503)["error"]
    now[0] += 200
    client.get(f"/api/games/{others[1]['id']}")
    client.new(seed=4)  # In the room of the one that nobody looked at or played.
    assert client.ask("GET", f"/api/games/{others[0]['id']}")[0] == 404
    for kept in (played, others[1]):
        client.get(f"/api/games/{kept['id']}")
    now[0] += 4000
    client.new(seed=5)
    assert len(games) == 1


def test_saved_games_outlive_the_server(tmp_path: Path) -> None:
    def server() -> Client:
        return Client(App(Games(most=5, age=60, folder=tmp_path), hosts=[]))

    first = server()
    game, lost = first.new(against="friend", seed=6), first.new(seed=7)
    path = f"/api/games/{game['id']}"
    first.post(f"{path}/save", status=403)
    first.post(f"{path}/save", {"key": game["key"]})
    game |= first.post(f"{path}/actions", {"action": game["legal"][0], "key": game["key"]})
    second = server()
    again = second.get(f"{path}?key={game['key']}")
    assert again["saved"]
    for same in ("position", "legal", "seat", "seats", "seed", "happened"):
        assert again[same] == game[same]
    second.post(f"{path}/actions", {"action": again["legal"][0], "key": game["invite"]})
    assert second.ask("GET", f"/api/games/{lost['id']}")[0] == 404
    assert [file.name for file in tmp_path.iterdir()] == [f"{game['id']}.json"]
    unsaving = Client(App(Games(most=5, age=60, folder=None), hosts=[]))
    one = unsaving.new(seed=1)
    unsaving.post(f"/api/games/{one['id']}/save", status=409)


@pytest.mark.parametrize("text", ["junk", "[]", "{}", '{"record": "{}", "seats": []}'])
def test_a_damaged_file_is_said_to_be_one(tmp_path: Path, text: str) -> None:
    (tmp_path / "AAAAAAAAAAAAAAAA.json").write_text(text)
    client = Client(App(Games(most=5, age=3600, folder=tmp_path), hosts=[]))
    status, answer = client.ask("GET", "/api/games/AAAAAAAAAAAAAAAA")
    assert status == 500
    assert "cannot be read" in answer["error"]


def test_players_beyond_the_usual_ones_must_be_allowed() -> None:
    app = App(Games(most=5, age=60, folder=None, allowed=["mcts:5000"]), hosts=[])
    client = Client(app)
    assert "mcts:5000" in client.get("/api")["players"]
    client.new(against="mcts:5000", seat=0)
    client.post("/api/games", {"against": "mcts:5001"}, status=400)
    assert not any(name.startswith("az") for name in client.get("/api")["players"])


def test_the_page_asks_nobody_else(client: Client) -> None:
    size = 0
    page = client.get("/").decode()
    names = ["index.html", *(part.partition('"')[0] for part in page.split("/static/")[1:])]
    names += ["analysis.js", "board.js", "interface.js", "learning.js", "moves.js", "words.js"]
    for name in names:
        text = client.get(f"/static/{name}").decode()
        size += len(text)
        assert "//" not in text.replace("http://www.w3.org/", "").replace("\n//", "").replace(
            " // ", ""
        ).removeprefix("//"), name
    assert size < 500_000
    assert "default-src 'self'" in client.headers["Content-Security-Policy"]


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    with started("serve", "--port", "0", "--no-browser") as process:
        assert process.stdout is not None
        line = process.stdout.readline().strip()
        assert line.startswith("http://127.0.0.1:")
        yield "127.0.0.1", int(line.rstrip("/").rpartition(":")[2])
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=10) == 0


def test_the_program_serves_on_this_machine(address: tuple[str, int]) -> None:
    connection = http.client.HTTPConnection(*address, timeout=20)
    connection.request("GET", "/")
    answer = connection.getresponse()
    assert (answer.status, b"Trictrac" in answer.read()) == (200, True)
    body = json.dumps({"against": "careful", "seed": 1})
    connection.request("POST", "/api/games", body, {"Content-Type": "application/json"})
    answer = connection.getresponse()
    assert (answer.status, json.load(answer)["player"]) == (201, 0)
    connection.request("POST", "/api/games", "x" * (LARGEST_BODY + 1))
    assert connection.getresponse().status == 413
    connection.close()
    other = socket.gethostbyname_ex(socket.gethostname())[2]
    for machine in [name for name in other if not name.startswith("127.")]:
        with pytest.raises(OSError, match=r"refused|timed out|unreachable"):
            socket.create_connection((machine, address[1]), timeout=2)


def test_a_port_that_is_taken_is_named(address: tuple[str, int]) -> None:
    refused = trictrac("serve", "--no-browser", "--port", str(address[1]))
    assert refused.returncode == 2
    assert f"port {address[1]}" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    "arguments", [("--host", "no.such.host.invalid"), ("--allow", "nobody"), ("--port", "70000")]
)
def test_wrong_arguments_are_named(arguments: tuple[str, str]) -> None:
    refused = trictrac("serve", "--no-browser", *arguments)
    assert refused.returncode == 2
    assert arguments[1] in refused.stderr


def test_ctrl_c_ends_it_as_every_command() -> None:
    with started("serve", "--port", "0", "--no-browser") as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=10) == 130
