"""The project's own table of Discord's limits: those that its OpenAPI document cannot express, and
the most important others, so that they are checked even without the document.

These are those of messages and forms; `command_limits` has those of commands. Each check yields
problems (path, code, message) that become one 50035. Sources: Discord's resources/message (Embed
Limits) and components/reference.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from bot.playground.errors import Json, Path, Problem, fields, items

V2 = 1 << 15
"""Message flag: the message consists of components only."""

EPHEMERAL = 1 << 6
LOADING = 1 << 7
HAS_THREAD = 1 << 5

ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = (3, 5, 6, 7, 8)
DEFAULTS_OF = {5: ("user",), 6: ("role",), 7: ("user", "role"), 8: ("channel",)}
"""The types of default values that each type of select can have."""

SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER, LABEL = 9, 10, 11, 12, 13, 14, 17, 18
FILE_UPLOAD, RADIOS, CHECKBOXES, CHECKBOX = 19, 21, 22, 23
IN_LABEL = (*SELECTS, TEXT_INPUT, FILE_UPLOAD, RADIOS, CHECKBOXES, CHECKBOX)
LEGACY_TOP = (ROW,)
V2_TOP = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)


def too_long(path: Path, value: Any, longest: int, shortest: int = 0) -> Iterator[Problem]:
    """A problem if the size of the text or list is outside the limits; None counts as empty."""
    if value is None:
        if shortest:
            yield path, "BASE_TYPE_REQUIRED", "This field is required"
    elif len(value) > longest:
        yield path, "BASE_TYPE_MAX_LENGTH", f"Must be {longest} or fewer in length."
    elif len(value) < shortest:
        yield (
            path,
            "BASE_TYPE_BAD_LENGTH",
            f"Must be between {shortest} and {longest} in length.",
        )


def message_problems(body: Json, flags: int) -> Iterator[Problem]:
    """The problems of a message: ``body`` as sent, ``flags`` as the message will have them."""
    yield from too_long(("content",), body.get("content"), 2000)
    yield from too_long(("embeds",), items(body.get("embeds")), 10)
    yield from too_long(("attachments",), items(body.get("attachments")), 10)
    if body.get("nonce") is not None:
        yield from too_long(("nonce",), str(body["nonce"]), 25)
    yield from embed_problems(items(body.get("embeds")))
    for number, described in enumerate(items(body.get("attachments"))):
        yield from too_long(
            ("attachments", number, "description"), described.get("description"), 1024
        )
    yield from component_problems(items(body.get("components")), bool(flags & V2))
    if flags & V2:
        for name in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(name):
                yield (
                    (name,),
                    "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                    f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                )


def embed_problems(embeds: list[Json]) -> Iterator[Problem]:
    """Checks the length of each field, and 6000 characters over all embeds."""
    total = 0
    for number, embed in enumerate(embeds):
        at: Path = ("embeds", number)
        texts: list[tuple[Path, Any, int]] = [
            ((*at, "title"), embed.get("title"), 256),
            ((*at, "description"), embed.get("description"), 4096),
            ((*at, "footer", "text"), fields(embed.get("footer")).get("text"), 2048),
            ((*at, "author", "name"), fields(embed.get("author")).get("name"), 256),
        ]
        rows = items(embed.get("fields"))
        yield from too_long((*at, "fields"), rows, 25)
        for place, field in enumerate(rows):
            texts.append(((*at, "fields", place, "name"), field.get("name"), 256))
            texts.append(((*at, "fields", place, "value"), field.get("value"), 1024))
        for path, text, longest in texts:
            yield from too_long(path, text, longest, int("fields" in path))
            total += len(text or "")
    if total > 6000:
        yield ("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000"


def every_component(components: list[Json], at: Path) -> Iterator[tuple[Path, Json]]:
    """All components, nested ones too, with their paths."""
    for number, component in enumerate(components):
        path: Path = (*at, number)
        yield path, component
        yield from every_component(items(component.get("components")), (*path, "components"))
        for name in ("accessory", "component"):
            if inner := component.get(name):
                yield (*path, name), inner


def component_problems(components: list[Json], v2: bool) -> Iterator[Problem]:
    """Checks a message's components, in either of the two styles."""
    top = V2_TOP if v2 else LEGACY_TOP
    for number, component in enumerate(components):
        if component.get("type") not in top:
            yield (
                ("components", number, "type"),
                "BASE_TYPE_CHOICES",
                f"Value must be one of {top}.",
            )
    found = list(every_component(components, ("components",)))
    if v2 and len(found) > 40:
        yield ("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "Maximum is 40 in total"
    if not v2:
        yield from too_long(("components",), components, 5)
    if sum(len(c.get("content") or "") for _, c in found if c.get("type") == TEXT) > 4000:
        yield ("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Maximum is 4000"
    for path, component in found:
        yield from _one_component(path, component)
    yield from unique_custom_ids(found)


def unique_custom_ids(found: list[tuple[Path, Json]]) -> Iterator[Problem]:
    """Two components of a message or modal must not share a ``custom_id``."""
    counted = Counter(c["custom_id"] for _, c in found if c.get("custom_id") is not None)
    for path, component in found:
        if counted[component.get("custom_id")] > 1:
            yield (
                (*path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )


def _one_component(path: Path, component: Json) -> Iterator[Problem]:
    kind = component.get("type")
    if kind == ROW:
        inside: list[Json] = items(component.get("components"))
        yield from too_long((*path, "components"), inside, 5, 1)
        kinds = [c.get("type") for c in inside]
        if any(k in SELECTS for k in kinds) and len(kinds) > 1:
            yield (
                (*path, "components"),
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            )
        for number, inner in enumerate(kinds):
            if inner not in (BUTTON, TEXT_INPUT, *SELECTS):
                yield (
                    (*path, "components", number, "type"),
                    "BASE_TYPE_CHOICES",
                    "Not for an action row",
                )
    elif kind == BUTTON:
        yield from _button(path, component)
    elif kind in SELECTS:
        yield from _select(path, component)
        if component.get("required"):  # has no meaning in messages, and is checked all the same
            yield from _least_of_required(path, component)
    elif kind == SECTION:
        yield from too_long((*path, "components"), component.get("components"), 3, 1)
        if not component.get("accessory"):
            yield (*path, "accessory"), "BASE_TYPE_REQUIRED", "This field is required"
    elif kind == TEXT:
        yield from too_long((*path, "content"), component.get("content"), 4000, 1)
    elif kind == GALLERY:
        shown = items(component.get("items"))
        yield from too_long((*path, "items"), shown, 10, 1)
        for number, item in enumerate(shown):
            yield from too_long(
                (*path, "items", number, "description"), item.get("description"), 1024
            )
    elif kind == THUMBNAIL:
        yield from too_long((*path, "description"), component.get("description"), 1024)


def _button(path: Path, button: Json) -> Iterator[Problem]:
    yield from too_long((*path, "label"), button.get("label"), 80)
    style = button.get("style")
    if style == 5:
        yield from too_long((*path, "url"), button.get("url"), 512, 1)
        if button.get("custom_id"):
            yield (
                (*path, "custom_id"),
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            )
    elif style in (1, 2, 3, 4):
        yield from too_long((*path, "custom_id"), button.get("custom_id"), 100, 1)
    if style != 6 and not button.get("label") and not button.get("emoji"):
        yield (
            (*path, "label"),
            "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
            "A label or emoji is required",
        )


def _select(path: Path, select: Json) -> Iterator[Problem]:
    yield from too_long((*path, "custom_id"), select.get("custom_id"), 100, 1)
    yield from too_long((*path, "placeholder"), select.get("placeholder"), 150)
    least, most = select.get("min_values"), select.get("max_values")
    if least is not None and not 0 <= least <= 25:
        yield (*path, "min_values"), "NUMBER_TYPE_MAX", "Must be between 0 and 25"
    if most is not None and not 1 <= most <= 25:
        yield (*path, "max_values"), "NUMBER_TYPE_MAX", "Must be between 1 and 25"
    if select.get("type") != STRING_SELECT:
        yield from _default_values(path, select)
        return
    options: list[Json] = items(select.get("options"))
    yield from too_long((*path, "options"), options, 25, 1)
    values = Counter(option.get("value") for option in options)
    for number, option in enumerate(options):
        at: Path = (*path, "options", number)
        yield from too_long((*at, "label"), option.get("label"), 100, 1)
        yield from too_long((*at, "value"), option.get("value"), 100, 1)
        yield from too_long((*at, "description"), option.get("description"), 100)
        if values[option.get("value")] > 1:
            yield (*at, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "Already used"
    if most is not None and most > len(options):
        yield (*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES", "More than there are options"


def _default_values(path: Path, select: Json) -> Iterator[Problem]:
    """Problems of the default values of an entity select: their number and their types."""
    given = items(select.get("default_values"))
    most = select.get("max_values") or 1
    if len(given) > most:
        words = f"Must be {most} or fewer in length."
        yield (*path, "default_values"), "BASE_TYPE_MAX_LENGTH", words
    for number, value in enumerate(given):
        if value.get("type") not in DEFAULTS_OF[select["type"]]:
            at: Path = (*path, "default_values", number, "type")
            yield at, "BASE_TYPE_CHOICES", f"Value must be one of {DEFAULTS_OF[select['type']]}."


def modal_problems(data: Json) -> Iterator[Problem]:
    """Checks a modal's title, its 1 to 5 fields and their limits; paths begin at ``data``."""
    at: Path = ("data",)
    yield from too_long((*at, "title"), data.get("title"), 45, 1)
    yield from too_long((*at, "custom_id"), data.get("custom_id"), 100, 1)
    components: list[Json] = items(data.get("components"))
    yield from too_long((*at, "components"), components, 5, 1)
    found = list(every_component(components, (*at, "components")))
    yield from unique_custom_ids(found)
    for number, component in enumerate(components):
        if component.get("type") not in (ROW, TEXT, LABEL):
            yield (
                (*at, "components", number, "type"),
                "BASE_TYPE_CHOICES",
                "Value must be one of (1, 10, 18).",
            )
    for path, component in found:
        kind = component.get("type")
        if kind == LABEL:
            yield from too_long((*path, "label"), component.get("label"), 45, 1)
            yield from too_long((*path, "description"), component.get("description"), 100)
            if fields(component.get("component")).get("type") not in IN_LABEL:
                yield (*path, "component"), "BASE_TYPE_CHOICES", "Not for a label"
        elif kind == ROW:
            for number, inner in enumerate(items(component.get("components"))):
                if inner.get("type") != TEXT_INPUT:
                    place: Path = (*path, "components", number, "type")
                    yield place, "BASE_TYPE_CHOICES", "In a form, for a label only"
        elif kind == TEXT_INPUT:
            yield from _text_input(path, component)
        elif kind in SELECTS:
            yield from _select(path, component)
        if component.get("disabled"):
            yield (*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Not possible in a form"
        if kind in (*SELECTS, FILE_UPLOAD, CHECKBOXES) and component.get("required") is not False:
            yield from _least_of_required(path, component)


def _least_of_required(path: Path, component: Json) -> Iterator[Problem]:
    """Where something must be chosen, it cannot be at least nothing (api-docs issue 7800)."""
    if component.get("min_values") == 0:
        yield (
            (*path, "min_values"),
            "SELECT_COMPONENT_REQUIRED_ZERO_MIN_VALUES",
            "Select menus marked as required cannot have a min_values of 0",
        )


def _text_input(path: Path, field: Json) -> Iterator[Problem]:
    yield from too_long((*path, "custom_id"), field.get("custom_id"), 100, 1)
    yield from too_long((*path, "label"), field.get("label"), 45)
    yield from too_long((*path, "placeholder"), field.get("placeholder"), 100)
    yield from too_long((*path, "value"), field.get("value"), 4000)
    yield from length_problems(path, field, 4000)


def length_problems(path: Path, field: Json, most: int) -> Iterator[Problem]:
    """Checks how many characters may be typed: of at least 0, but of at most 0 is refused."""
    for name, least in (("min_length", 0), ("max_length", 1)):
        if (length := field.get(name)) is not None and not least <= length <= most:
            words = f"int value should be between {least} and {most}."
            yield (*path, name), "NUMBER_TYPE_MIN", words
