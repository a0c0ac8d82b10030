"""What is shipped to the browser: files of others as they came, a whole sprite, themes that agree."""

import gzip
import hashlib
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
SVG = "{http://www.w3.org/2000/svg}"

HASHES = {
    "vendor/htmx/htmx.min.js": "a0abb04f2f45a1f89d1d4844023245537e5e6014c87b144553e0607b4cc32130",
    "vendor/htmx/hx-sse.min.js": "18ef2761356ec1fe0bb6d92612315b37517a7c1e9856b661c5ae81fef239d103",
    "fonts/inter/inter-latin.woff2": "7d771466e72cbec485167d12e107c131b2b29b6c42fc538df9e9e751373a42be",
    "fonts/inter/inter-cyrillic.woff2": "a2c2f13cbe607ced00eb53fb3c062d3d1397f5de9cab7bbabc49e65cfcb7da67",
}


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("name", HASHES)
def test_a_vendored_file_is_as_it_came(name):
    assert sha256(STATIC / name) == HASHES[name]


def test_the_flags_are_as_they_came():
    digest = hashlib.sha256()
    for path in sorted((STATIC / "vendor/flags").glob("*.svg")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    assert digest.hexdigest() == "0b9e3661b500a159d8f752c363cfe1c925e42ce86533d0beeb3915a87b905803"


def test_licences_lie_beside_what_is_vendored():
    for name in ("vendor/htmx/LICENSE", "vendor/flags/LICENSE", "fonts/inter/OFL.txt"):
        assert (STATIC / name).stat().st_size > 300


def symbols(name):
    return {symbol.get("id"): symbol for symbol in ElementTree.parse(STATIC / name).iter(f"{SVG}symbol")}


def test_the_tile_sprite_is_complete():
    wanted = {f"tile-{n}{suit}" for suit in "mps" for n in range(1, 10)}
    wanted |= {f"tile-{n}z" for n in range(1, 8)} | {f"tile-{n}f" for n in range(1, 9)} | {"tile-back"}
    found = symbols("img/tiles.svg")
    assert set(found) == wanted
    assert len(found) == 43
    for symbol in found.values():
        assert symbol.get("viewBox") == "0 0 60 80"
        assert symbol.find(f"{SVG}title").text


def test_tiles_take_their_colours_from_the_page():
    sprite = (STATIC / "img/tiles.svg").read_text()
    drawings = sprite[sprite.index("<symbol") :]
    assert not re.search(r'(?:fill|stroke)="#', drawings)


def test_every_icon_that_a_template_names_is_drawn():
    drawn = set(symbols("img/icons.svg"))
    named = set()
    for path in ROOT.glob("templates/**/*.html"):
        named |= set(re.findall(r'{% icon "([a-z]+)"', path.read_text()))
    assert named - drawn == set()


def blocks(css):
    """{selector: {token: value}} of the blocks that hold custom properties."""
    found = {}
    for selector, body in re.findall(r"([^{};]+?)\s*{\s*((?:--[\w-]+:[^;{}]+;\s*)+)}", css):
        selector = selector.split("*/")[-1].strip()
        found[selector] = dict(re.findall(r"(--[\w-]+):\s*([^;]+);", body))
    return found


def test_the_two_ways_into_the_dark_agree():
    found = blocks((STATIC / "css/tokens.css").read_text())
    system, chosen = found[':root:not([data-theme="light"])'], found['[data-theme="dark"]']
    assert system == chosen
    assert "--paper" in system


def test_dark_answers_every_colour_of_light():
    found = blocks((STATIC / "css/tokens.css").read_text())
    assert set(found[':root,\n  [data-theme="light"]']) == set(found['[data-theme="dark"]'])


def luminance(colour):
    colour = colour.lstrip("#")
    colour = "".join(c * 2 for c in colour) if len(colour) == 3 else colour
    parts = (int(colour[n : n + 2], 16) / 255 for n in (0, 2, 4))
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [':root,\n  [data-theme="light"]', '[data-theme="dark"]'])
def test_text_can_be_read_on_every_ground(theme):
    tokens = blocks((STATIC / "css/tokens.css").read_text())[theme]
    for ground in ("--paper", "--surface", "--plate", "--felt", "--live"):
        for text in ("--ink", "--ink-2", "--ink-3", "--accent", "--alert", "--warn", "--info"):
            assert contrast(tokens[text], tokens[ground]) >= 4.45, (text, ground)
        assert contrast(tokens["--edge"], tokens[ground]) >= 2.85, ground
    for name in ("accent", "alert", "warn", "info"):
        assert contrast(tokens[f"--{name}"], tokens[f"--{name}-soft"]) >= 4.5, name
    assert contrast("#ffffff", tokens["--accent-fill"]) >= 4.5


@pytest.mark.parametrize("path", sorted(ROOT.glob("templates/**/*.html")), ids=lambda p: p.stem)
def test_no_template_holds_inline_style_or_script(path):
    text = re.sub(r"{% comment %}.*?{% endcomment %}|{#.*?#}", "", path.read_text(), flags=re.DOTALL)
    assert not re.search(r"<[^>]*\sstyle\s*=", text)
    assert not re.search(r"<style\b", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/(?:ld\+)?json)[^>]*>", text)
    assert not re.search(r"<[^>]*\son\w+\s*=", text)
    assert not re.search(r"\bhx-on\b|\bjs:", text)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)


def test_a_page_weighs_less_than_a_hundred_kilobytes():
    """All that base.html and a live page load, compressed as the server sends it."""
    base = (ROOT / "templates/base.html").read_text()
    names = set(re.findall(r"{% static '([^']+)' %}", base)) | {
        "vendor/htmx/hx-sse.min.js", "js/live.js", "js/clock.js", "img/tiles.svg", "img/icons.svg"
    }  # fmt: skip
    total = sum(
        path.stat().st_size if path.suffix == ".woff2" else len(gzip.compress(path.read_bytes(), 6))
        for path in (STATIC / name for name in names)
    )
    assert total < 95_000


def test_htmx_starts_after_every_extension():
    """Deferred, it would start by a timer, now and then before hx-sse has come: no stream then."""
    base = (ROOT / "templates/base.html").read_text()
    (tag,) = re.findall(r"<script[^>]*htmx\.min\.js[^>]*>", base)
    assert "defer" not in tag
    assert base.index(tag) > base.index("{% block content %}")
