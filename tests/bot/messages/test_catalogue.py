"""Texts: the code and the catalogues fit each other, in both directions."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.messages.catalogue import ENGLISH, TextError, files, has, language, text
from tests.bot import catalogues
from tests.bot.catalogues import UnreadableUseError, Use, uses, uses_in

TEXTS = catalogues.catalogue(ENGLISH)


def test_every_key_in_the_code_has_a_text_in_english():
    """A key that the code completes has at least one."""
    missing = [use for use in uses() if not use.only_asks and not any(map(use.means, TEXTS))]
    assert not missing


def test_every_text_gets_exactly_its_arguments():
    """A text whose key the code completes gets at least them."""
    wrong = [
        (use.at, key, sorted(use.arguments), sorted(variables))
        for use in uses()
        for key, variables in TEXTS.items()
        if use.means(key) and not use.only_asks and use.arguments is not None
        if (variables != use.arguments if use.whole else not _enough(use, key))
    ]
    assert not wrong


def _enough(use: Use, key: str) -> bool:
    """Whether one of the uses that may mean ``key`` gives all it needs."""
    exact = any(one.whole and one.key == key for one in uses())
    longest = max(len(one.key) for one in uses() if not one.only_asks and one.means(key))
    given = use.arguments or frozenset()
    return exact or len(use.key) < longest or TEXTS[key] <= given


def test_every_text_is_used():
    """By the code, or in another text."""
    parts = catalogues.contained(*files(ENGLISH))
    unused = [
        key for key in TEXTS if key not in parts and not any(use.means(key) for use in uses())
    ]
    assert not unused


def test_no_text_is_in_the_folder_of_another_feature():
    """Else it would be gone with that folder."""
    parts = {file: catalogues.contained(file) for file in files(ENGLISH)}
    for file in catalogues.BOT.glob(f"features/*/{ENGLISH}.ftl"):
        own = catalogues.keys(file)
        here = {use.at for use in uses(file.parent)}
        others = [use for use in uses() if use.at not in here and use.whole]
        found = [(use.at, use.key) for use in others if use.key.partition(".")[0] in own]
        assert not found, file.parent.name
        assert not [one for one, keys in parts.items() if one != file and own & keys]


def test_every_name_for_a_text_is_used():
    """A text that only such a name uses is used by nobody."""
    code = [path.read_text(encoding="utf-8") for path in catalogues.BOT.rglob("*.py")]
    words = Counter(re.findall(r"\w+", "\n".join(code)))
    bot = catalogues.BOT
    for file in (*bot.glob("messages/*.py"), *bot.glob("features/*/texts.py")):
        unused = [name for name in _public(file) if words[name] == 1]
        assert not unused, file.name


def _public(file: Path) -> Iterator[str]:
    """The names that a module gives to functions and values, but not to types."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def test_other_languages_have_no_text_that_english_lacks():
    """Nor do they ask for an argument that the English text has not."""
    for name in catalogues.languages():
        for key, variables in catalogues.catalogue(name).items():
            assert key in TEXTS, f"{name}: {key}"
            assert variables <= TEXTS[key], f"{name}: {key}"


def test_names_and_prose_in_texts():
    """Apostrophes, ellipses and no blanks that somebody would stumble over."""
    for file in files(ENGLISH):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            assert line == line.rstrip(), f"{file.name}:{number}"
            assert "..." not in line, f"{file.name}:{number}"
            assert "  " not in line.strip(), f"{file.name}:{number}"
            assert not re.match(r"[^#].*\w'\w", line), f"{file.name}:{number}"


# --- that these checks see what they are for ---


def _uses(source: str) -> list[Use]:
    head = "from bot.messages.catalogue import has, text\n"
    return list(uses_in(head + source, Path("planted.py")))


def test_uses_are_found():
    whole, part, asks = _uses('text("a-b", c=1)\npartial(text, f"a-{d}")\nhas("e")')
    assert (whole.key, whole.arguments, whole.whole) == ("a-b", {"c"}, True)
    assert (part.key, part.whole) == ("a-{}", False)
    assert part.means("a-b")
    assert not part.means("b-a")
    assert not part.means("a-b.title")
    assert [use.key for use in _uses('text(f"a-{b}.title")')] == ["a-{}.title"]
    assert (asks.key, asks.only_asks) == ("e", True)
    assert [use.key for use in _uses('text("a" if b else "c")')] == ["a", "c"]
    assert not list(uses_in('text("a")', Path("another_text.py")))


@pytest.mark.parametrize("source", ["text(key)", 'text(f"{a}-b")', 'text("a", **b)'])
def test_uses_that_nobody_can_read_are_refused(source: str):
    with pytest.raises(UnreadableUseError, match=r"planted\.py:2"):
        _uses(source)


def test_catalogues_are_read_with_what_they_contain():
    texts = catalogues.read(["a = { $b } { c }\nc = { $d ->\n    *[e] { $f }\n }\n    .g = h\n"])
    assert texts == {"a": {"b", "d", "f"}, "c": {"d", "f"}, "c.g": set()}


@pytest.mark.parametrize("source", ["a = b\na = c\n", "a =\n    *b* c\n", "a = { $b\n"])
def test_catalogues_that_lose_a_text_are_refused(source: str):
    with pytest.raises(ValueError, match=r"twice|no text"):
        catalogues.read([source])


# --- what a text is ---


def test_a_text_needs_its_key_and_its_arguments():
    assert text("title-challenge", game="Keil") == "Challenge to Keil"
    with pytest.raises(TextError, match="no-such-text"):
        text("no-such-text")
    with pytest.raises(TextError, match="game"):
        text("title-challenge")
    assert has("title-challenge")
    assert not has("title-challenge.no-such-attribute")


def test_a_language_falls_back_to_english():
    token = language.set("eo")
    try:
        assert text("button-move") == "Move"
    finally:
        language.reset(token)
