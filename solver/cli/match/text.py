"""A match and a round robin as text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from solver.cli.match.failures import place_of
from solver.cli.text import table
from solver.tournament.counts.interval import Mean
from solver.tournament.counts.result import BotResult, MatchResult, OpenCards
from solver.tournament.robin import RobinResult

__all__ = ["match_text", "robin_text"]


def match_text(result: MatchResult) -> str:
    """All there is to say of a match."""
    return "\n".join(_match_lines(result))


def robin_text(result: RobinResult) -> str:
    """The ratings, and who won how much against whom."""
    rated = [
        [each.bot, f"{each.rating:+.2f}", f"{each.interval[0]:+.2f} … {each.interval[1]:+.2f}"]
        for each in result.ratings
    ]
    names = list(dict.fromkeys(bot.bot for match in result.matches for bot in match.bots))
    met = dict(zip(combinations(range(len(names)), 2), result.matches, strict=True))
    rows = []
    for one, name in enumerate(names):
        row = [name]
        for other in range(len(names)):
            match = met.get((min(one, other), max(one, other)))
            row.append("" if match is None else _against(match, 1 if one < other else -1))
        rows.append(row)
    head = f"{result.matches[0].deals:,} deals a pair, points a deal:" if result.matches else ""
    told = [table(["bot", "points over the field", "95 %"], rated), "", head, table(["", *names], rows)]
    errors = [line for match in result.matches for line in _errors(match)]
    return "\n".join([*told, *errors])


def _against(match: MatchResult, sign: int) -> str:
    half = "" if match.interval is None else f" ± {(match.interval[1] - match.interval[0]) / 2:.2f}"
    return f"{sign * match.mean:+.2f}{half}"


def _match_lines(result: MatchResult) -> Iterator[str]:
    first, second = result.bots
    early = ", and stopped there" if result.stopped else ""
    points = f"{first.bot} over {second.bot}: {_against(result, 1)} points a deal"
    yield f"{points}, {result.deals:,} deals in two rooms{early}{_unsure(result)}"
    if (games := result.games) is not None:
        yield (f"Games: {games.won} won, {games.drawn} drawn, {games.lost} lost; {_mean(games.margin)} points a game")
    yield "Of that " + ", ".join(
        f"{phase} {_mean(mean)}" for phase, mean in result.phases.items() if phase != "errors" or mean.mean
    )
    yield ""
    yield table(
        ["cards", "deals", "points a deal", "± 95 %"],
        [[cards, mean.deals, f"{mean.mean:+.2f}", _half(mean)] for cards, mean in result.by_cards.items()],
    )
    yield ""
    yield table(
        ["bot", "contracts", "made", "set", "tricks bid", "boards", "made", "missed", "errors"],
        [_bot_row(bot) for bot in result.bots],
    )
    if result.redeals or result.passed_out:
        out = f", {result.passed_out} rooms without a bid in the end" if result.passed_out else ""
        yield f"Redeals: {result.redeals}{out}"
    if result.open_cards is not None:
        yield ""
        yield from _open_cards(result.open_cards, result.bots)
    yield from _errors(result)


def _unsure(result: MatchResult) -> str:
    interval = result.interval
    return "; no difference shown" if interval is not None and interval[0] <= 0 <= interval[1] else ""


def _errors(result: MatchResult) -> Iterator[str]:
    count = sum(bot.errors for bot in result.bots)
    for error in result.errors:
        yield f"Deal {error.deal}, room {error.room}: {error.bot} ({place_of(error)}) lost it: {error.reason}"
    if count > len(result.errors):
        yield f"… and {count - len(result.errors):,} deals lost more"


def _bot_row(bot: BotResult) -> list[object]:
    bid = "" if bot.bid is None else f"{bot.bid:.2f}"
    made = _share(bot.made, bot.contracts)
    boards = _share(bot.boards_made, bot.boards)
    return [bot.bot, bot.contracts, made, bot.set, bid, bot.boards, boards, bot.boards_missed, bot.errors]


def _share(part: int, whole: int) -> str:
    """The part, and in percent, of which 0 and 100 are none and all."""
    if not whole:
        return str(part)
    percent = 100 * part / whole
    if 0 < part < whole and not 1 <= percent <= 99:
        return f"{part} ({min(max(percent, 0.1), 99.9):.1f}%)"
    return f"{part} ({percent:.0f}%)"


def _half(mean: Mean) -> str:
    return "" if mean.interval is None else f"{mean.half_width:.2f}"


def _mean(mean: Mean) -> str:
    return f"{mean.mean:+.2f}" + (f" ± {_half(mean)}" if mean.interval else "")


def _open_cards(open_cards: OpenCards, bots: tuple[BotResult, BotResult]) -> Iterator[str]:
    yield "Tricks a deal that cards cost against double dummy:"
    rows = [
        [cards, losses.rooms, *(f"{lost:.2f}" for lost in losses.lost)] for cards, losses in open_cards.by_cards.items()
    ]
    yield table(["cards", "rooms", *(bot.bot for bot in bots)], rows)
