"""What the sentences of a review claim, read back into numbers and held against the review's own numbers.

``differences`` and ``game_differences`` yield what does not agree; a sentence that is not understood is a difference
too, and so is one that is missing.  Only tests read prose; the engine never does.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from solver.formats.words import CardStyle
from solver.game.auction import Bid, Contract
from solver.game.cards import Card, Seat, Side
from solver.game.scoring import is_rainbow
from solver.reviewing.account import Luck
from solver.reviewing.bids import BidReview
from solver.reviewing.card_play import PlayReview
from solver.reviewing.claim import ClaimReview
from solver.reviewing.game import GameReview
from solver.reviewing.irregularity import Irregularity
from solver.reviewing.lead import LeadReview
from solver.reviewing.result import HandReview, TurningPoint
from solver.reviewing.words.account import account_steps, luck_text
from solver.reviewing.words.bids import lead_text
from solver.reviewing.words.claim import claim_text
from solver.reviewing.words.irregularities import irregularity_texts
from solver.reviewing.words.summary import summary
from solver.reviewing.words.turning_points import notes, turning_points

SIDES = {side.full_name: side for side in Side}
SEATS = {seat.full_name: seat for seat in Seat}
SIDE, SEAT = "(North-South|East-West)", "(North|East|South|West)"
NUMBER = r"(-?\d+)"
OVER = ("complete", "claimed", "passed_out")


class WrongError(Exception):
    """A claim that does not hold."""


# --- A hand -----------------------------------------------------------------------------------------


def differences(hand: HandReview) -> Iterator[str]:
    """Every claim of the hand's sentences that its numbers do not bear out."""
    for style in CardStyle:
        yield from _held(lambda: _summary(hand, style), summary(hand, style))  # noqa: B023
        points = turning_points(hand, style)
        yield from _held(lambda: _losses_told(hand, points), [point.text for point in points])  # noqa: B023
        for point in points:
            yield from _held(lambda: _point(hand, point), [point.text])  # noqa: B023
        noted = [play for play in hand.plays if play.legal and play.loss_tricks and play.loss_points == 0]
        texts = notes(hand, style)
        if len(texts) != len(noted):
            yield f"{len(texts)} notes of {len(noted)} cards"
        for play, text in zip(noted, texts, strict=False):
            yield from _held(lambda: _card(hand, play, text), [text])  # noqa: B023
        wrong = {play.index: play for play in hand.plays if not play.legal}
        for error, text in zip(hand.errors, irregularity_texts(hand, style), strict=True):
            yield from _held(lambda: _irregular(error, wrong.get(error.index), text), [text])  # noqa: B023
    if hand.summary != summary(hand) or hand.turning_points != turning_points(hand) or hand.notes != notes(hand):
        yield "the review keeps other words"
    if hand.lead is not None:
        text = lead_text(hand.lead, bool(hand.plays))
        yield from _held(lambda: _lead(hand.lead, bool(hand.plays), text), [text])
    if hand.claim is not None:
        text = claim_text(hand.claim)
        yield from _held(lambda: _claim(hand.claim, text), [text])
    yield from _account(hand)


def game_differences(game: GameReview) -> Iterator[str]:
    """The same for a game, its hands apart."""
    yield from _held(lambda: _game(game), game.summary)
    yield from _account(game)


def _held(check: Callable[[], None], texts: Sequence[str]) -> Iterator[str]:
    try:
        check()
    except WrongError as error:
        yield f"{error}: {' '.join(texts)}"


def _same(what: str, said: object, known: object) -> None:
    if said != known:
        raise WrongError(f"{what} said to be {said}, and is {known}")


def _read(pattern: str, text: str) -> re.Match[str]:
    match = re.fullmatch(pattern, text)
    if match is None:
        raise WrongError("not understood")
    return match


def _amount(text: str) -> int:
    """``a trick`` or ``-3 points``, in the right number."""
    number, unit = text.split(" ")
    value = 1 if number == "a" else int(number)
    _same("the plural", unit.endswith("s"), value != 1)
    return value


TRICKS, POINTS = r"(a trick|-?\d+ tricks?)", r"(-?\d+ points?)"


def _margin(text: str, over: bool) -> int:
    """NS less EW."""
    be = "" if over else "would be "
    text = text[0].lower() + text[1:] if text.startswith("Both") else text
    if text == f"both sides {be}level":
        return 0
    side, points = _read(f"{SIDE} {be}ahead by {POINTS}", text).groups()
    _same("being ahead", _amount(points) > 0, True)
    return _amount(points) * (1 if SIDES[side] is Side.NS else -1)


def _bids(text: str) -> set[Bid]:
    """``pass, 2, 5 to 7 or board``, low to high and nothing twice."""
    bids: list[Bid] = []
    for part in re.split(", | or | and ", text):
        if " to " in part:
            low, high = map(int, part.split(" to "))
            _same("a range of three or more", high - low >= 2, True)
            bids += map(Bid.of, range(low, high + 1))
        else:
            bids.append(Bid.parse(part))
    _same("the order of bids", bids, sorted(set(bids)))
    return set(bids)


def _cards(text: str, play: PlayReview) -> set[Card]:
    """``KH to TH, 4S or BB`` among the legal cards; ``any other card``, ``any card but 4S``."""
    legal = {card for option in play.options for card in option.cards}
    if text == "any other card":
        return legal - {play.card}
    if text.startswith("any card but "):
        return legal - {Card.parse(name) for name in re.split(", | and ", text.removeprefix("any card but "))}
    cards: list[Card] = []
    for part in re.split(", | or ", text):
        ends = [Card.parse(name) for name in part.split(" to ")]
        if len(ends) == 1:
            cards += ends
            continue
        high, low = ends
        _same("one suit", high.suit, low.suit)
        cards += [card for card in legal if card.suit is high.suit and low.index <= card.index <= high.index]
    _same("each card once", len(cards), len(set(cards)))
    return set(cards)


def _is_made(contract: Contract, tricks: int, cards: int) -> bool:
    return tricks >= (cards if contract.is_board else int(contract.to_json()))


def _summary(hand: HandReview, style: CardStyle) -> None:
    texts = list(summary(hand, style))
    over = hand.status in OVER
    for opening, statuses in (
        ("All four passed: nobody scores, and the same hand size is dealt again.", ["passed_out"]),
        ("Not all have bid; what is missing counts as best bidding and best play.", ["bidding"]),
        ("The hand is not played out; what is missing counts as best play.", ["unfinished"]),
        ("The hand cannot be followed to its end; what is missing counts as best play.", ["stopped"]),
    ):
        if hand.status in statuses:
            _same("the opening", texts.pop(0), opening)
    if hand.status in ("complete", "claimed", "unfinished", "stopped"):
        assert hand.tricks is not None
        if hand.contracts is None or hand.score is None:
            took, how = ("took", "") if over else ("would take", " with best play")
            ns, ew = _read(f"North-South {took} {TRICKS} and East-West {NUMBER}{how}\\.", texts.pop(0)).groups()
            _same("tricks", [_amount(ns), int(ew)], [hand.tricks[side] for side in Side])
        else:
            for side in Side:
                _result(hand, side, texts.pop(0))
            said = _margin(texts.pop(0).removesuffix(" in this deal."), over)
            _same("the margin", said, hand.score[Side.NS] - hand.score[Side.EW])
    if hand.par is not None:
        text = texts.pop(0)
        if hand.par.leader is None:
            _same("par", text, "With best bidding all four pass.")
        else:
            said = text.removeprefix("With best bidding and best play by all four: ").removesuffix(".")
            _same("par", _margin(said, True), hand.par.margin)
    points = turning_points(hand, style)
    if points or hand.plays or hand.bids:
        _difference(hand, points, texts.pop(0), over)
    if hand.errors:
        head, first = texts.pop(0).split(": ", 1)
        number = len(hand.errors)
        wanted = (
            "One fault was found in the play"
            if number == 1
            else f"{number} faults were found in the play, first of all"
        )
        _same("the faults", head, wanted)
        _irregular(hand.errors[0], None, first)
    _same("sentences left", texts, [])


def _result(hand: HandReview, side: Side, text: str) -> None:
    assert hand.contracts is not None
    assert hand.tricks is not None
    assert hand.score is not None
    over, contract, cards = hand.status in OVER, hand.contracts[side], hand.deal.cards
    took = r"took (\d+|all)" if over else r"would take (\d+|all) with best play"
    name, bid, tricks, fate, points, bonus, rainbows = _read(
        f"{SIDE} bid (nothing|\\d+|[a-z ]*board) and {took}:"
        f" (made, |failed, |it would make, |it would fail, |){POINTS}"
        r"(?:, with (\d+) for (a rainbow hand|\d+ rainbow hands))?\.",
        text,
    ).groups()
    _same("the side", SIDES[name], side)
    _same("the contract", 0 if bid == "nothing" else int(bid) if bid.isdigit() else bid, contract.to_json())
    _same("tricks", cards if tricks == "all" else int(tricks), hand.tricks[side])
    wanted = ""
    if contract.to_json() != 0:
        made = _is_made(contract, hand.tricks[side], cards)
        wanted = ("made, " if made else "failed, ") if over else f"it would {'make' if made else 'fail'}, "
    _same("the fate", fate, wanted)
    _same("the score", _amount(points), hand.score[side])
    four = [is_rainbow(hand.deal.hands[seat], hand.deal.trump) for seat in side.seats]
    paid = sum(four) * hand.deal.rules.rainbow_bonus
    _same("rainbow points", int(bonus or 0), paid)
    if paid:
        _same("rainbow hands", rainbows, "a rainbow hand" if sum(four) == 1 else f"{sum(four)} rainbow hands")


def _difference(hand: HandReview, points: Sequence[TurningPoint], text: str, over: bool) -> None:
    unit = "trick" if hand.account is None else "point"
    if not points:
        judged = [word for word, some in (("bid", hand.bids), ("card", hand.plays)) if some]
        every = " and every ".join(judged)
        _same(
            "nothing lost", text, f"Nobody {'lost' if over else 'has lost'} a {unit}: every {every} was as good as any."
        )
        return
    head = f"What made the difference{'' if over else ' so far'}: "
    _same("the difference", text[: len(head)], head)
    parts = re.findall(rf"(.*?) \((\d+) {unit}s?(?: together)?\)(?:, | and |\.$)", text[len(head) :])
    told = sum(int(size) for _, size in parts)
    _same("the losses together", told, sum(abs(point.loss) for point in points))
    left = sorted(points, key=lambda point: -abs(point.loss))
    for what, size in parts:
        if more := re.fullmatch(r"(\d+) more", what):
            _same("how many more", int(more[1]), len(left))
            left = []
            continue
        point = left.pop(0)
        _same("a loss", int(size), abs(point.loss))
        _same("what it was", _named(what), (point.seat, point.choice, point.trick))
    _same("losses left out", len(left), 0)


def _named(text: str) -> tuple[Seat | None, object, int | None]:
    if text.startswith("the claim, given away by "):
        return None, None, None
    seat, what = _read(f"{SEAT}'s (.*)", text).groups()
    if card := re.fullmatch(r"(\S+) in trick (\d+)", what):
        return SEATS[seat], Card.parse(card[1]), int(card[2])
    return SEATS[seat], Bid.parse(what.removeprefix("bid of ")), None


def _losses_told(hand: HandReview, points: Sequence[TurningPoint]) -> None:
    """Each loss is told once."""
    if hand.account is None:
        lost = sum(party.loss_tricks for party in hand.sides.values())
        gained = sum(play.gain_tricks for play in hand.plays)
    else:
        lost = sum(party.loss_points or 0 for party in hand.sides.values())
        gained = sum(party.gain_points for party in hand.sides.values())
    _same("all losses", sum(abs(point.loss) for point in points), lost + gained)


def _point(hand: HandReview, point: TurningPoint) -> None:
    if point.kind == "bid":
        _bid(next(bid for bid in hand.bids if bid.seat is point.seat), point.text)
    elif point.kind == "claim":
        assert hand.claim is not None
        _claim(hand.claim, point.text)
    else:
        play = next(play for play in hand.plays if play.index == point.index)
        if point.kind == "card":
            _card(hand, play, point.text)
        else:
            error = next(error for error in hand.errors if error.index == point.index)
            _irregular(error, play, point.text)


def _bid(bid: BidReview, text: str) -> None:
    seat, made, best, others, side, before, after, lost = _read(
        rf"Bidding: {SEAT} (passed|bid \S+); best was (\S+?)(?: \((.*) would do as well\))?\. With best bidding and"
        rf" play from there {SIDE} would have ended (.*); after this bid they end (.*): {POINTS} lost\.",
        text,
    ).groups()
    sign = 1 if bid.seat.side is Side.NS else -1
    _same("the seat", SEATS[seat], bid.seat)
    _same("the bid", Bid.PASS if made == "passed" else Bid.parse(made.removeprefix("bid ")), bid.bid)
    _same("the best bid", Bid.parse(best), bid.best)
    top = max(bid.options.values())
    as_good = {option for option, margin in bid.options.items() if margin == top}
    _same("what is as good", (_bids(others) if others else set()) | {bid.best}, as_good)
    _same("the side", SIDES[side], bid.seat.side)
    _same("before", _standing(before), sign * bid.margin_before)
    _same("after", _standing(after), sign * bid.margin_after)
    _same("the loss", _amount(lost), top - bid.options[bid.bid])


def _standing(text: str) -> int:
    if text == "level":
        return 0
    points, way = _read(f"{POINTS} (ahead|behind)", text).groups()
    return _amount(points) * (1 if way == "ahead" else -1)


def _card(hand: HandReview, play: PlayReview, text: str) -> None:
    trick, seat, card, side, lost, after, before, rest, better = _read(
        rf"Trick (\d+): {SEAT}'s (\S+) cost {SIDE} {TRICKS} \(with best play they take (\d+) in all, and could have"
        rf" taken (\d+)\)\.(.*) Better: (.*)\.",
        text,
    ).groups()
    cards = hand.deal.cards
    own = {"before": play.ns_before, "after": play.ns_after}
    if play.side is Side.EW:
        own = {when: cards - ns for when, ns in own.items()}
    _same("the card", (int(trick), SEATS[seat], Card.parse(card)), (play.trick, play.seat, play.card))
    _same("the side", SIDES[side], play.side)
    _same("tricks", (int(before), int(after)), (own["before"], own["after"]))
    _same("tricks lost", _amount(lost), own["before"] - own["after"])
    ns = (max if play.side is Side.NS else min)(option.ns for option in play.options)
    _same("better cards", _cards(better, play), {c for option in play.options if option.ns == ns for c in option.cards})
    _same("the best cards", _cards(better, play), set(play.best))
    if hand.contracts is None or play.loss_points is None:
        _same("words on points", rest, "")
        return
    if play.loss_points == 0:
        _same("words on points", rest, " It does not change the score.")
        return
    change, points = _read(rf" (?:(.*): )?{POINTS} lost\.", rest).groups()
    _same("points lost", _amount(points), play.loss_points)
    mine, theirs = hand.contracts[play.side], hand.contracts[play.side.other]
    fails = _is_made(mine, own["before"], cards) and not _is_made(mine, own["after"], cards)
    makes = not _is_made(theirs, cards - own["before"], cards) and _is_made(theirs, cards - own["after"], cards)
    told = [_change(part) for part in change.split(" and ")] if change else []
    known = [("fails", mine.to_json())] * fails + [(play.side.other, theirs.to_json())] * makes
    _same("what changed", told, known)


def _change(text: str) -> tuple[object, object]:
    if fails := re.fullmatch(r"[Tt]heir (bid of \d+|[a-z ]*board) now fails", text):
        return "fails", _contract(fails[1])
    side, contract = _read(rf"{SIDE} can now make their (bid of \d+|[a-z ]*board)", text).groups()
    return SIDES[side], _contract(contract)


def _contract(text: str) -> int | str:
    return int(text.removeprefix("bid of ")) if text.startswith("bid") else text


def _claim(claim: ClaimReview, text: str) -> None:
    ns, ew, rest = _read(
        r"The rest was settled without play: (\d+) for North-South, (\d+) for East-West\. Best play gives (.*)\.", text
    ).groups()
    _same("the claim", (int(ns), int(ew)), (claim.rest[Side.NS], claim.rest[Side.EW]))
    if rest == "the same":
        _same("best play", (int(ns), int(ew)), (claim.best[Side.NS], claim.best[Side.EW]))
        return
    best_ns, best_ew, side, tricks, points = _read(
        rf"(\d+) and (\d+): {SIDE} gave away {TRICKS}(?: and {POINTS})?", rest
    ).groups()
    _same("best play", (int(best_ns), int(best_ew)), (claim.best[Side.NS], claim.best[Side.EW]))
    gave = Side.NS if int(ns) < int(best_ns) else Side.EW
    _same("the side", SIDES[side], gave)
    _same("tricks", _amount(tricks), abs(int(best_ns) - int(ns)))
    _same("points", None if points is None else _amount(points), claim.loss_points)


def _irregular(error: Irregularity, play: PlayReview | None, text: str) -> None:
    trick, what, rule, rest = _read(r"Trick (\d+): (.*?) \((R\d+)\)\.(.*)", text).groups()
    _same("the trick", (int(trick), rule), (error.trick, error.rule))
    seats = re.findall(rf"\b{SEAT}\b", what)
    if error.kind not in ("extra", "too_many"):
        _same("the seat", [SEATS[seat] for seat in seats], [error.seat])
    cards = [Card.parse(word) for word in re.findall(r"\b(?:BB|LB|(?:10|[2-9TJQKA])[SHDC♠♥♦♣])(?!\w)", what)]
    named = [] if error.card is None or error.kind == "leader" else [error.card]
    known = [*named, *(error.legal if error.kind in ("revoke", "trump_led", "blooper") else ())]
    _same("the cards", cards, known)
    if not error.went_on:
        _same("what follows", rest, " What follows cannot be judged.")
    elif play is None or not (play.gain_tricks or play.loss_tricks):
        _same("what it changed", rest, "")
    else:
        way, side, tricks, points = _read(rf" It (won|cost) {SIDE} {TRICKS}(?: and {POINTS})?\.", rest).groups()
        won = way == "won"
        _same("the side", SIDES[side], play.side)
        _same("tricks", _amount(tricks), play.gain_tricks if won else play.loss_tricks)
        _same("points", None if points is None else _amount(points), play.gain_points if won else play.loss_points)


def _lead(lead: LeadReview, led: bool, text: str) -> None:
    had = "had" if led else "has"
    sign = 1 if lead.seat.side is Side.NS else -1
    tricks = sign * (lead.ns_tricks[lead.seat] - lead.ns_tricks[lead.other])
    points = sign * (lead.margins[lead.seat] - lead.margins[lead.other])
    if same := re.fullmatch(rf"{SEAT} {had} the first lead, which is worth the same as a lead by {SEAT}\.", text):
        _same("seats", (SEATS[same[1]], SEATS[same[2]]), (lead.seat, lead.other))
        _same("its worth", (0, 0), (tricks, points))
        return
    seat, way, more, most, side, other = _read(
        rf"{SEAT} {had} the first lead: (worth|a burden of) {TRICKS} and {POINTS} to {SIDE}, beside a lead by {SEAT}\.",
        text,
    ).groups()
    way = 1 if way == "worth" else -1
    _same("seats", (SEATS[seat], SIDES[side], SEATS[other]), (lead.seat, lead.seat.side, lead.other))
    _same("its worth", (way * _amount(more), way * _amount(most)), (tricks, points))


# --- Sums -------------------------------------------------------------------------------------------


def _account(reviewed: HandReview | GameReview) -> Iterator[str]:
    """The account and the sentence of luck add up to the result."""
    account, luck = reviewed.account, reviewed.luck
    if account is None or luck is None:
        return
    hands = [reviewed] if isinstance(reviewed, HandReview) else [h for h in reviewed.hands if h.account is not None]
    over = all(hand.status in OVER for hand in hands)
    final = sum(hand.account.final_margin for hand in hands if hand.account is not None)
    steps = account_steps(account, reviewed.over)
    if sum(points for _, points in steps[:-1]) != steps[-1][1] or steps[-1][1] != final:
        yield f"the account does not add up: {steps}"
    if (steps[-1][0] == "Result") is not over:
        yield f"{steps[-1][0]}, and the hands are {'' if over else 'not '}over"
    text = luck_text(luck)
    yield from _held(lambda: _luck([hand.luck for hand in hands if hand.luck is not None], final, text), [text])


def _luck(hands: Sequence[Luck], final: int, text: str) -> None:
    signed = r"([+-]\d+(?:\.\d)?|0)"
    expected, cards, skill, rest = _read(
        rf"As points for North-South: (?:{signed} could be expected before the deal, )?{signed} came by the luck of the"
        rf" cards, and {signed} by skill, that is by what both sides' bids and cards made of them\.(.*)",
        text,
    ).groups()
    _same("ten times the sum of the parts", round(10 * sum(map(float, (expected or "0", cards, skill)))), 10 * final)
    _same("what is expected", float(expected or 0), round(sum(hand.expected for hand in hands), 1))
    _same("the luck of the cards", float(cards), round(sum(hand.cards for hand in hands), 1))
    _same("skill", int(skill), sum(hand.skill for hand in hands))
    not_measured = sum(not hand.measured for hand in hands)
    _same("that something is expected", expected is not None, not_measured < len(hands))
    whose = "by these rules" if not_measured == len(hands) else f"in {not_measured} of the {len(hands)} hands"
    wanted = f" What could be expected {whose} was not measured, and counts as 0." if not_measured else ""
    _same("what is not measured", rest, wanted)


def _game(game: GameReview) -> None:
    texts = list(game.summary)
    counted = [hand for hand in game.hands if hand.account is not None] or list(game.hands)
    open_hands = sum(hand.status not in OVER for hand in counted)
    head = texts.pop(0)
    account = game.account
    if account is None:
        ns, ew = _read(rf"\d+ hands? without bids: North-South lost {TRICKS} and East-West (\d+)\.", head).groups()
        _same(
            "tricks", [_amount(ns), int(ew)], [sum(hand.sides[side].loss_tricks for hand in counted) for side in Side]
        )
    else:
        margin = _margin(head.split(": ")[1].removesuffix("."), not open_hands)
        _same("the margin", margin, sum(hand.account.final_margin for hand in counted if hand.account))
    _same("hands", _amount(re.match(r"\d+ hands?", head)[0]), len(game.hands))  # type: ignore[index]
    if open_hands:
        number, verb = _read(
            r"(\d+ hands?) (is|are) not over; what is missing counts as best play\.", texts.pop(0)
        ).groups()
        _same("open hands", (_amount(number), verb == "is"), (open_hands, open_hands == 1))
    if account is not None:
        put, par, ns, ew = _read(
            rf"The cards alone, best bid and played, would have (put|left) (.*); North-South gave away {POINTS},"
            rf" East-West {POINTS}\.",
            texts.pop(0),
        ).groups()
        _same("par", _margin(par, True), account.par_margin)
        _same("the verb", put, "put" if account.par_margin else "left")
        lost = [account.bidding[side] + account.play[side] for side in Side]
        _same("losses", [_amount(ns), _amount(ew)], lost)
        _same("par and losses", _margin(par, True) - lost[0] + lost[1], account.final_margin)
        names, kept = _read(r"Most accurate: (.*) with ([\d.]+) % of the points at stake kept\.", texts.pop(0)).groups()
        best = max(player.accuracy for player in game.players.values())
        _same("accuracy", float(kept), best)
        known = {seat for seat, player in game.players.items() if player.accuracy == best}
        _same("the most accurate", {SEATS[name] for name in re.split(", | and ", names)}, known)
    _same("sentences left", texts, [])
