"""The page in a real browser: by clicks, by dragging, by keyboard, in French, on a phone.

``make test-release`` fetches Debian's Chromium for it.
"""

import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pyspiel
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

import trictrac_spiel
from helpers import REPOSITORY, started
from trictrac_spiel._src.people.view import view_of

CHROMIUM = os.environ.get("CHROMIUM", str(REPOSITORY / ".cache" / "chromium" / "chromium"))
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HOLD_OR_GO = "tt1 p0 hold-or-go:6-4 7:3,8:2,9:2,10:2,11:3,12:3 1:9,7:2,8:2,12:2 2/2 0/0 3,3 21"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("games")
    with started("serve", "--port", "0", "--no-browser", "--save", str(folder)) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1200, "height": 900}, reduced_motion="reduce", locale="en-GB"
    )
    page = context.new_page()
    page.set_default_timeout(15_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    assert errors == []


def begin(page: Page, address: str, **wish: object) -> None:
    """Begins a game through the dialog, as a person does."""
    page.goto(address)
    expect(page.locator(".place.source").first).to_be_attached()
    page.get_by_role("button", name="New game").click()
    for name, value in wish.items():
        field = page.locator(f"#{name}")
        if field.evaluate("element => element.tagName") == "SELECT":
            field.select_option(str(value))
        else:
            field.fill(str(value))
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#new-dialog")).not_to_be_visible()


def settled(page: Page) -> str:
    """Waits until it is the reader's turn or the game is over, and says which."""
    page.wait_for_function(
        "() => document.querySelector('#plays button') || !document.getElementById('end').hidden"
    )
    return "over" if page.locator("#end").is_visible() else "decision"


def happened(page: Page) -> int:
    return page.locator("#log li").count()


def test_a_whole_game_by_clicks(page: Page, address: str) -> None:
    begin(page, address, holes=1, seed=11)
    decisions = 0
    while settled(page) == "decision":
        count = happened(page)
        if page.locator(".place.source").count():
            page.locator(".place.source").first.click()
            page.locator(".place.target").first.click()
            if page.locator(".place.source").count() and happened(page) == count:
                page.locator(".place.source").first.click()
                page.locator(".place.target").first.click()
        else:
            page.locator("#answers button").first.click()
        page.wait_for_function(f"() => document.querySelectorAll('#log li').length > {count}")
        page.wait_for_function("() => !document.querySelector('#board .hand')")
        decisions += 1
        assert decisions < 200
    expect(page.locator("#prompt")).to_contain_text("won")
    assert decisions > 5
    page.locator("#end summary").click()
    expect(page.locator("#analysis")).to_contain_text(
        "without the luck of the dice", timeout=60_000
    )
    expect(page.locator("#analysis .graph .chances")).to_be_attached()
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()


def centre(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_checkers_are_dragged_to_lit_fields_only(page: Page, address: str) -> None:
    begin(page, address, seed=1)  # The dice 6-1.
    settled(page)
    talon = page.locator('.place[data-field="1"]')
    page.mouse.move(*centre(talon))
    page.mouse.down()
    expect(page.locator(".place.target")).to_have_count(3)
    lit = {place.get_attribute("data-field") for place in page.locator(".place.target").all()}
    assert lit == {"2", "7", "8"}
    page.mouse.move(*centre(page.locator('.place[data-field="5"]')), steps=5)
    page.mouse.up()
    assert happened(page) == 1  # Not there.
    expect(page.locator("#board .hand")).to_have_count(0)
    page.mouse.move(*centre(talon))
    page.mouse.down()
    # The lower die first, although the play is written with the higher one first.
    page.mouse.move(*centre(page.locator('.place[data-field="2"]')), steps=5)
    page.mouse.up()
    expect(page.locator("#board .hand")).to_have_count(1)
    page.mouse.move(*centre(page.locator('.place[data-field="2"]')))
    page.mouse.down()
    page.mouse.move(*centre(page.locator('.place[data-field="8"]')), steps=5)
    page.mouse.up()
    expect(page.locator("#log")).to_contain_text("6-1 1/7/8")


def test_a_play_that_is_half_made_is_taken_back(page: Page, address: str) -> None:
    begin(page, address, seed=1)
    settled(page)
    page.locator('.place[data-field="1"]').click()
    page.locator('.place[data-field="7"]').click()
    expect(page.locator("#board .hand")).to_have_count(1)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#board .hand")).to_have_count(0)
    assert happened(page) == 1
    page.locator("#plays button").first.click()
    page.wait_for_function("() => document.querySelectorAll('#log li').length > 1")
    settled(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#log li")).to_have_count(1)
    expect(page.locator("#notice")).to_have_text("Taken back.")


def test_a_game_by_the_keyboard_alone(page: Page, address: str) -> None:
    begin(page, address, seed=5)
    for _ in range(6):
        settled(page)
        count = happened(page)
        if not page.locator(".place.source").count():
            page.locator("#answers button").first.focus()
            page.keyboard.press("Enter")
        else:
            page.locator(".place.source").first.focus()
            for _ in range(4):
                page.keyboard.press("Enter")
                page.wait_for_timeout(400)
                if happened(page) > count:
                    break
                name = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
                assert re.search(r"[Ff]ield \d+", name)
        page.wait_for_function(f"() => document.querySelectorAll('#log li').length > {count}")
    page.keyboard.press("Tab")
    settled(page)
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("h")
    expect(page.locator("#notice")).to_contain_text("Best first")
    expect(page.locator("#plays button.best").first).to_contain_text("%")
    page.keyboard.press("n")
    expect(page.locator("#new-dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#new-dialog")).not_to_be_visible()


def test_plays_are_typed_in_words(page: Page, address: str) -> None:
    begin(page, address, seed=1)
    settled(page)
    page.locator("#typed").fill("1/9")
    page.keyboard.press("Enter")
    expect(page.locator("#notice")).to_contain_text("none of the plays")
    page.locator("#typed").fill("1/2 1/7")
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("6-1 1/7 1/2")


def test_the_reader_sees_french(page: Page, address: str) -> None:
    begin(page, address, seed=1)
    settled(page)
    page.locator("#language").select_option("fr")
    expect(page.get_by_role("button", name="Nouvelle partie")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("#prompt")).to_contain_text("Vous jouez 6-1")
    page.locator("#plays button").first.click()
    page.wait_for_function("() => document.querySelectorAll('#log li').length > 2")
    page.reload()
    expect(page.get_by_role("button", name="Annuler", exact=True)).to_be_visible()
    english = [
        "You",
        "play",
        "White",
        "Black",
        "roll",
        "points for",
        "Move from",
        "one step",
        "Steps",
    ]
    shown = page.locator("body").inner_text() + " ".join(
        page.locator("[aria-label]").evaluate_all("all => all.map(e => e.ariaLabel)")
    )
    for word in english:
        assert not re.search(rf"\b{word}\b", shown), word


def test_the_dialog_offers_what_the_game_has(page: Page, address: str) -> None:
    page.goto(address)
    settled(page)
    page.get_by_role("button", name="New game").click()
    parameters = pyspiel.load_game("trictrac").get_parameters()
    for row, name in (("#format-row", "format"), ("#schools-row", "schools")):
        assert page.locator(row).is_visible() == (name in parameters)
    expect(page.locator("#second-row")).not_to_be_visible()
    page.locator("#against").select_option("watch")
    expect(page.locator("#second-row")).to_be_visible()


def test_the_reader_marks_his_own_points(page: Page, address: str) -> None:
    page.goto(address)
    settled(page)
    page.get_by_role("button", name="New game").click()
    page.locator("#schools").check()
    page.locator("#seed").fill("1")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#prompt")).to_contain_text("How many points do you mark for 6-1?")
    expect(page.locator(".place.source")).to_have_count(0)
    page.locator("#answers").get_by_role("button", name="4", exact=True).click()
    expect(page.locator("#log")).to_contain_text("You claimed 4 points, and 0 were due: a school.")
    expect(page.locator(".place.source").first).to_be_attached()


def test_the_written_game_shows_its_sheet(page: Page, address: str) -> None:
    page.goto(address)
    settled(page)
    page.get_by_role("button", name="New game").click()
    page.locator("#format").select_option("written")
    expect(page.locator("#holes-row")).not_to_be_visible()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#sheet")).to_contain_text("together")


def test_hold_or_go_is_a_question(page: Page, address: str) -> None:
    page.goto(f"{address}?position={HOLD_OR_GO.replace(' ', '+')}")
    settled(page)
    expect(page.locator("#prompt")).to_contain_text("Hold or go?")
    page.get_by_role("button", name="Hold: choose a play").click()
    expect(page.locator("#prompt")).to_contain_text("You hold")
    page.keyboard.press("g")
    expect(page.locator("#log")).to_contain_text("You: go, all checkers to the talons")


def test_the_page_fits_every_width(page: Page, address: str) -> None:
    begin(page, address, seed=1)
    settled(page)
    for width, height in ((320, 640), (390, 844), (768, 1024), (1600, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
        box = page.locator("#board svg").bounding_box()
        assert box is not None
        assert box["width"] > min(width * 0.5, 300)
        if width < 800:
            small = [
                one.get_attribute("id")
                for one in page.locator("button:visible").all()
                if (one.bounding_box() or {"height": 0})["height"] < 32
            ]
            assert small == []
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator('.place[data-field="1"]').click()
    page.locator('.place[data-field="8"]').click()
    expect(page.locator("#log")).to_contain_text("6-1 1/7/8")


def test_two_friends_play_through_a_link(browser: Browser, page: Page, address: str) -> None:
    begin(page, address, against="friend", seed=1)
    settled(page)
    notice = page.locator("#notice").inner_text()
    link = notice[notice.index("http") :]
    context = browser.new_context(reduced_motion="reduce", locale="en-GB")
    other = context.new_page()
    other.goto(link)
    expect(other.locator("#prompt")).to_contain_text("Waiting for White")
    expect(other.locator("#plays button")).to_have_count(0)
    page.locator("#plays button").first.click()
    expect(page.locator("#prompt")).to_contain_text("Waiting for Black")
    other.locator("#plays button").first.click()
    expect(other.locator("#prompt")).to_contain_text("Waiting for White")
    page.locator("#plays button").first.wait_for()
    context.close()


def test_two_players_are_watched(page: Page, address: str) -> None:
    begin(page, address, against="watch", holes=1, seed=3)
    page.wait_for_function("() => document.querySelectorAll('#log li').length > 4")
    page.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(1000)
    count = happened(page)
    page.wait_for_timeout(1000)
    assert happened(page) == count
    page.get_by_role("button", name="One step", exact=True).click()
    expect(page.locator("#log li")).to_have_count(count + 1)


def test_one_looks_back_and_keeps_the_game(page: Page, address: str, tmp_path: Path) -> None:
    begin(page, address, seed=1)
    for _ in range(3):
        settled(page)
        count = happened(page)
        page.locator("#plays button").first.click()
        page.wait_for_function(f"() => document.querySelectorAll('#log li').length > {count}")
    settled(page)
    page.locator("#log-first").click()
    expect(page.locator("#prompt")).to_contain_text("look back")
    expect(page.locator(".place.source")).to_have_count(0)
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".place.source").first).to_be_attached()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#notice")).to_contain_text("Saved")
    log = page.locator("#log").inner_text()
    page.reload()
    settled(page)
    assert page.locator("#log").inner_text() == log
    with page.expect_download() as download:
        page.locator("#download").click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    page.get_by_role("button", name="New game").click()
    page.locator("#record").set_input_files(file)
    page.get_by_role("button", name="Begin").click()
    settled(page)
    assert page.locator("#log").inner_text() == log


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_accessibility_checker_finds_nothing(page: Page, address: str, theme: str) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    begin(page, address, seed=1)
    settled(page)
    page.locator("#reading").evaluate("element => { element.open = true; }")
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()
    page.get_by_role("button", name="New game").click()
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()


def test_one_learns_on_the_page(page: Page, address: str) -> None:
    begin(page, address, seed=1)
    settled(page)
    page.keyboard.press("?")
    expect(page.locator("#text-body")).to_contain_text("rest corner")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Learn").click()
    expect(page.locator("#text-heading")).to_have_text("A turn")
    page.locator("#text-body").get_by_role("button", name="1/7 1/5").click()
    expect(page.locator("#verdict")).to_contain_text("Not so")
    page.locator("#text-body").get_by_role("button", name="1/7/11").click()
    expect(page.locator("#verdict")).to_contain_text("Right.")
    page.get_by_role("button", name="Next lesson").click()
    expect(page.locator("#text-heading")).to_have_text("What dice could do")
    page.reload()
    settled(page)
    page.keyboard.press("l")
    expect(page.locator("#text-heading")).to_have_text("What dice could do")
    found = Axe().run(page, options={"resultTypes": ["violations"]})
    assert found.violations_count == 0, found.generate_report()


EXPLORE = """
async (positions) => {
  const { complete, sources, targets, waysByHand } = await import("/static/moves.js");
  return positions.map(({ plays, board, dice }) => {
    const ways = waysByHand(plays, board, dice);
    const found = new Set();
    const walk = (made) => {
      const action = made.length ? complete(ways, made) : undefined;
      if (action !== undefined) found.add(action);
      for (const from of sources(ways, made)) {
        for (const steps of targets(ways, made, from).values()) walk([...made, ...steps]);
      }
    };
    walk([]);
    return [...found].sort((a, b) => a - b);
  });
}
"""


def test_exactly_the_legal_plays_can_be_made_by_hand(page: Page, address: str) -> None:
    luck = random.Random(1)
    positions, expected = [], []
    for _ in range(12):
        state = pyspiel.load_game("trictrac", {"holes": 12}).new_initial_state()
        bots = [trictrac_spiel.make_bot("careful", state.get_game(), seat, 1) for seat in (0, 1)]
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(luck.choice(state.legal_actions()))
                continue
            mover = state.current_player()
            view = view_of(state, mover)
            plays = [
                {
                    "action": action,
                    "go": action == 1,
                    "claim": None,
                    "steps": trictrac_spiel.play_steps(state, action),
                }
                for action in state.legal_actions()
            ]
            positions.append({"plays": plays, "board": list(view.counts), "dice": list(view.dice)})
            expected.append([play["action"] for play in plays if play["steps"]])
            careful = luck.random() < 0.7
            legal = state.legal_actions()
            state.apply_action(bots[mover].step(state) if careful else luck.choice(legal))
    assert len(positions) > 500
    page.goto(address)
    found = page.evaluate(EXPLORE, positions)
    for position, actions, legal in zip(positions, found, expected, strict=True):
        assert actions == legal, position
