"""What the catalogues hold and what the code asks of them, read from both sources."""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fluent.syntax import ast as fluent
from fluent.syntax import parse, visitor

from bot.messages.catalogue import BOT, files


@dataclass(frozen=True)
class Use:
    """One place in the code that asks for a text, or for whether there is one."""

    key: str
    """With ``{}`` for the parts that the code fills in."""
    arguments: frozenset[str] | None
    """None: they cannot be read off the code."""
    at: str
    only_asks: bool = False

    @property
    def whole(self) -> bool:
        """Whether this is one key."""
        return "{}" not in self.key

    def means(self, key: str) -> bool:
        """Whether this may be a use of ``key``."""
        if self.whole:
            return self.key == key
        return bool(re.fullmatch(re.escape(self.key).replace(r"\{\}", "[a-z0-9_-]+"), key))


class UnreadableUseError(Exception):
    """A key or an argument that nobody can read off the code."""


@cache
def uses(folder: Path = BOT) -> list[Use]:
    """Every use of a text in the files below ``folder``."""
    return [use for file in sorted(folder.rglob("*.py")) for use in uses_in(file.read_text(), file)]


def uses_in(source: str, file: Path) -> Iterator[Use]:
    """The uses in a file: ``text("key", name=value)``, ``partial(text, "key")``, ``has("key")``.

    An f-string that begins with letters stands for all keys like it: that is how the code lists the
    keys that it completes. Raises `UnreadableUseError`.
    """
    tree = ast.parse(source)
    known = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "bot.messages.catalogue"
        for alias in node.names
        if alias.name in ("text", "has")
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and BOT / "features" in file.parents:
            yield from _reasons(node, file)
        if not isinstance(node, ast.Call) or not node.args:
            continue
        function, arguments = node.func, node.args
        if isinstance(function, ast.Name) and function.id == "partial":
            function, arguments = arguments[0], arguments[1:]
        if not isinstance(function, ast.Name) or function.id not in known:
            continue
        at = f"{file.parent.name}/{file.name}:{node.lineno}"
        names = [keyword.arg for keyword in node.keywords]
        if None in names or len(arguments) != 1:
            raise UnreadableUseError(f"{at}: write each argument of the text as name=value")
        given = frozenset(name for name in names if name is not None)
        for key in _keys(arguments[0], at):
            yield Use(key, given, at, only_asks=known[function.id] == "has")


def _reasons(node: ast.ClassDef, file: Path) -> Iterator[Use]:
    """The keys that a feature's reasons to refuse something are; who raises one fills them in."""
    if node.name.endswith("Refusal"):
        for line in node.body:
            if isinstance(line, ast.Assign):
                at = f"{file.parent.name}/{file.name}:{line.lineno}"
                yield from (Use(key, None, at) for key in _keys(line.value, at))


def _keys(node: ast.expr, at: str) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _keys(node.body, at)
        yield from _keys(node.orelse, at)
    elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        parts = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
        yield "".join(map(str, parts))
    else:
        raise UnreadableUseError(f"{at}: begin the key with its fixed part")


Catalogue = dict[str, frozenset[str]]
"""The variables of every text, by key; attributes as ``message.attribute``."""


def languages() -> list[str]:
    """The languages that have a catalogue."""
    folders = (path for path in (BOT / "messages").iterdir() if any(path.glob("*.ftl")))
    return sorted(path.name for path in folders)


@cache
def catalogue(language: str) -> Catalogue:
    """All texts of a language. Raises `ValueError` for lines that are none and for a key twice."""
    return read(file.read_text(encoding="utf-8") for file in files(language))


def read(sources: Iterable[str]) -> Catalogue:
    """The texts in these files, with the variables of the texts that they contain."""
    own: dict[str, _Placeables] = {}
    for source in sources:
        for entry in parse(source).body:
            if isinstance(entry, fluent.Junk):
                raise ValueError(f"no text: {entry.content}")
            if not isinstance(entry, fluent.Message):
                continue
            patterns = {f"{entry.id.name}.{a.id.name}": a.value for a in entry.attributes}
            if entry.value is not None:
                patterns[entry.id.name] = entry.value
            for key, pattern in patterns.items():
                if key in own:
                    raise ValueError(f"twice: {key}")
                own[key] = _Placeables(pattern)
    return {key: frozenset(_variables(key, own)) for key in own}


def contained(*of: Path) -> set[str]:
    """The keys of texts that are part of another text in these files."""
    return set[str]().union(*(_Placeables(_parsed(file)).messages for file in of))


def keys(file: Path) -> set[str]:
    """The keys of the messages in a file."""
    return {entry.id.name for entry in _parsed(file).body if isinstance(entry, fluent.Message)}


@cache
def _parsed(file: Path) -> fluent.Resource:
    return parse(file.read_text(encoding="utf-8"))


def _variables(key: str, own: dict[str, "_Placeables"]) -> set[str]:
    inner = (_variables(part, own) for part in own[key].messages)
    return own[key].variables.union(*inner)


class _Placeables(visitor.Visitor):
    """The variables and the other texts in a part of a catalogue."""

    def __init__(self, part: fluent.BaseNode) -> None:
        super().__init__()
        self.variables: set[str] = set()
        self.messages: set[str] = set()
        self.visit(part)

    def visit_VariableReference(self, node: fluent.VariableReference) -> None:  # noqa: N802 (its name)
        self.variables.add(node.id.name)

    def visit_MessageReference(self, node: fluent.MessageReference) -> None:  # noqa: N802 (its name)
        attribute = f".{node.attribute.name}" if node.attribute else ""
        self.messages.add(node.id.name + attribute)
