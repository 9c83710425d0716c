"""How the drawn board looks: every theme gives the same classes of shapes their colours."""

_SHARED = {
    "text": "font-family: Georgia, 'DejaVu Serif', 'Times New Roman', serif",
    ".number": "font-size: 23px; text-anchor: middle",
    ".count": "font-size: 27px; font-weight: bold; text-anchor: middle",
    ".moved": "fill: none; stroke-width: 4.5",
    ".left": "fill: none; stroke-width: 2.5; stroke-dasharray: 6 5",
    ".way": "fill: none; stroke-width: 4.5; stroke-linecap: round; stroke-opacity: .95",
    ".label": "font-size: 20px; font-weight: bold; text-anchor: middle",
    ".name": "font-size: 29px; font-weight: bold",
    ".marks": "font-size: 27px; text-anchor: end",
    ".status": "font-size: 26px; text-anchor: middle",
    ".played": "font-size: 25px; font-style: italic; text-anchor: middle",
    ".engraved": "font-size: 21px; letter-spacing: 2px; text-anchor: middle",
    ".corner": "fill: none; stroke-width: 2.5",
    ".lit": "fill-opacity: .42; stroke-width: 3",
    ".last": "opacity: .5",
    ".pole": "stroke-width: 3.5; stroke-linecap: round",
}

_WOOD = {
    ".page": "fill: #f5ecd9",
    ".frame": "fill: #5d3a1f; stroke: #2f1c0e; stroke-width: 3",
    ".inlay": "fill: none; stroke: #b98b4e; stroke-width: 1.5",
    ".felt": "fill: #23483b; stroke: #2f1c0e; stroke-width: 2",
    ".light": "fill: #d8bd86; stroke: #8d713d",
    ".dark": "fill: #8c2f22; stroke: #571a12",
    ".corner": "stroke: #f6d77a",
    ".number": "fill: #f3e3c3",
    ".hole": "fill: #26160a; stroke: #8d6436; stroke-width: 1",
    ".p0": "fill: #fbf5e6; stroke: #3b2c1a; stroke-width: 2",
    ".p1": "fill: #231f1d; stroke: #d9c9a8; stroke-width: 2",
    ".r0": "fill: none; stroke: #b3a07c; stroke-width: 1.6",
    ".r1": "fill: none; stroke: #6f6459; stroke-width: 1.6",
    ".t0": "fill: #2b2016",
    ".t1": "fill: #fbf5e6",
    ".coin": "fill: #d9a93f; stroke: #5a3c0c; stroke-width: 1.8",
    ".milling": "fill: none; stroke: #7d5816; stroke-width: 2.4; stroke-dasharray: 2.2 2.4",
    ".moved": "stroke: #f2a51c",
    ".left": "stroke: #f2a51c",
    ".way": "stroke: #f2a51c",
    ".head": "fill: #f2a51c",
    ".label": "fill: #2b2016",
    ".tag": "fill: #ffe2a0; stroke: #8a5a06; stroke-width: 1.5",
    ".lit": "fill: #ffd75e; stroke: #ffd75e",
    ".name": "fill: #2b2016",
    ".marks": "fill: #2b2016",
    ".status": "fill: #2b2016",
    ".played": "fill: #5b4a35",
    ".engraved": "fill: #c79a5c",
    ".pole": "stroke: #d9c9a8",
    ".flag": "fill: #d3202f; stroke: #f5ecd9; stroke-width: 1.5; stroke-linejoin: round",
}

# For the night: the same board under less light.
_DARK = {
    **_WOOD,
    ".page": "fill: #17191c",
    ".frame": "fill: #33261b; stroke: #0d0a07; stroke-width: 3",
    ".inlay": "fill: none; stroke: #7c6038; stroke-width: 1.5",
    ".felt": "fill: #1b2b2a; stroke: #0d0a07; stroke-width: 2",
    ".light": "fill: #8d7d5e; stroke: #5d5138",
    ".dark": "fill: #64302b; stroke: #3d1a16",
    ".number": "fill: #e0d2b4",
    ".p0": "fill: #e9e2d0; stroke: #15110c; stroke-width: 2",
    ".p1": "fill: #0f0f10; stroke: #b7ab90; stroke-width: 2",
    ".name": "fill: #ece5d6",
    ".marks": "fill: #ece5d6",
    ".status": "fill: #ece5d6",
    ".played": "fill: #b9ae99",
    ".engraved": "fill: #a5824f",
}

# For paper: black on white, and nothing that needs a colour to be told from its neighbour.
_PRINT = {
    ".page": "fill: #ffffff",
    ".frame": "fill: #ffffff; stroke: #000000; stroke-width: 3",
    ".inlay": "fill: none; stroke: #000000; stroke-width: 1",
    ".felt": "fill: #ffffff; stroke: #000000; stroke-width: 2",
    ".light": "fill: #f4f4f4; stroke: #777777",
    ".dark": "fill: #c4c4c4; stroke: #777777",
    ".corner": "stroke: #000000",
    ".number": "fill: #000000",
    ".hole": "fill: #ffffff; stroke: #000000; stroke-width: 1.5",
    ".p0": "fill: #ffffff; stroke: #000000; stroke-width: 2.5",
    ".p1": "fill: #000000; stroke: #ffffff; stroke-width: 1.5",
    ".r0": "fill: none; stroke: #999999; stroke-width: 1.6",
    ".r1": "fill: none; stroke: #777777; stroke-width: 1.6",
    ".t0": "fill: #000000",
    ".t1": "fill: #ffffff",
    ".coin": "fill: #ffffff; stroke: #000000; stroke-width: 1.8",
    ".milling": "fill: none; stroke: #000000; stroke-width: 2.4; stroke-dasharray: 2.2 2.4",
    ".moved": "stroke: #666666",
    ".left": "stroke: #000000",
    ".way": "stroke: #000000",
    ".head": "fill: #000000",
    ".label": "fill: #000000",
    ".tag": "fill: #ffffff; stroke: #000000; stroke-width: 1.5",
    ".lit": "fill: #999999; stroke: #000000",
    ".name": "fill: #000000",
    ".marks": "fill: #000000",
    ".status": "fill: #000000",
    ".played": "fill: #000000",
    ".engraved": "fill: #555555",
    ".pole": "stroke: #000000",
    ".flag": "fill: #ffffff; stroke: #000000; stroke-width: 1.8; stroke-linejoin: round",
}

THEMES = {"wood": _WOOD, "dark": _DARK, "print": _PRINT}


def style(theme: str) -> str:
    """The rules of a theme, for its pictures only: on a page the styles of all pictures meet."""
    rules = [
        f".trictrac-{theme} {what} {{ {how} }}"
        for part in (_SHARED, THEMES[theme])
        for what, how in part.items()
    ]
    return "\n".join(rules)
