"""The words about what is stored."""

from bot.features.privacy.service import Running
from bot.messages.catalogue import text
from bot.messages.phrases import facts
from bot.service.erasure import OperatorChoices


def stored(operator: OperatorChoices) -> str:
    """What is stored about people, and who runs the bot."""
    lines = [text("privacy-stored")]
    pages: list[str] = []
    if operator.privacy_url:
        pages.append(text("privacy-page-privacy", link=operator.privacy_url))
    if operator.terms_url:
        pages.append(text("privacy-page-terms", link=operator.terms_url))
    lines += [facts(pages)] if pages else []
    lines += [text("privacy-contact", contact=operator.contact)] if operator.contact else []
    return "\n".join(lines)


def question(running: Running) -> str:
    """What a deletion does, to somebody who has not said yes yet."""
    lines = [text("privacy-question")]
    if running.against_people:
        lines.append(text("privacy-question-games", number=running.against_people))
    if running.alone:
        lines.append(text("privacy-question-alone", number=running.alone))
    if running.challenges:
        lines.append(text("privacy-question-challenges", number=running.challenges))
    return "\n".join(lines)
