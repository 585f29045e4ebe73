"""What the page's readers and writers are held against: texts of all notations, and what the house makes of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any, Final

from page_parts.game import rules_of_all_sorts, some_rules

from solver.deal import Deal
from solver.dealing import deal_hands
from solver.errors import BackAlleyError, DealError
from solver.formats.bridge.lin_writing import deal_to_lin
from solver.formats.bridge.record import BridgeRecord
from solver.formats.encodings import text_of
from solver.formats.holding import hand_to_holding
from solver.formats.pbn_writing import deal_to_pbn
from solver.game.cards import Card, Seat
from solver.game.rules import PRESETS, Rules
from solver.requests.recorded import scan_recorded

__all__ = ["bad_deals", "corpus", "random_deal", "texts", "written"]

FIXTURES: Final = Path(__file__).resolve().parents[3] / "fixtures"
_CORPORA: Final = ("deal_line", "pbn", "lin", "file", "json")
_FILES: Final = (
    "real/spades_231.txt",
    "real/oh_hell_245.txt",
    "real/two_jokers.txt",
    "real/spades_335.txt",
    "peers/hard.pbn",
    "played/hand.txt",
    "played/game.txt",
)

_TOLD_IN_OTHER_WORDS: Final = re.compile(r",\s*[\]}]")
"""Commas at an end, for which Python has a sentence of its own from 3.13 on."""


def read(text: str) -> list[Any]:
    """Each record's place with its deal line, or how many faults it has and the first of them."""
    records: list[Any] = []
    for place, item in scan_recorded(text):
        if isinstance(item, DealError):
            records.append([len(item.faults), str(item)])
        else:
            told = [str(place), str(item.deal)]
            records.append(told if item.untold is None else [*told, item.untold.message])
    return records


def corpus() -> Iterator[dict[str, Any]]:
    """The fuzzer's inputs and the files of real deals, by name: what is read of them, each outcome once a corpus."""
    for name in _CORPORA:
        seen: set[str] = set()
        for index, line in enumerate((FIXTURES / "corpus" / f"{name}.jsonl").read_text().splitlines()):
            data = json.loads(line).encode("latin-1")
            if name == "file" and data.startswith(b"\x28\xb5\x2f\xfd"):  # the page unpacks no Zstandard
                continue
            try:
                text = text_of(data) if name == "file" else data.decode("utf-8", "replace")
            except DealError:
                continue
            if _TOLD_IN_OTHER_WORDS.search(text):
                continue
            records = read(text)
            outcome = re.sub(r"line \d+(, board [^:]*)?|column \d+|'[^']*'", "", str(records[:2]))
            if records and outcome not in seen:
                seen.add(outcome)
                yield {"corpus": name, "index": index, "records": records}
    for name in _FILES:
        records = read((FIXTURES / name).read_text(encoding="utf-8"))
        digest = sha256(json.dumps(records, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()
        yield {"file": name, "count": len(records), "digest": digest}


def random_deal(rng: Random, cards: int, rules: Rules) -> Deal:
    """A deal by the book, often with bids, and legal cards played as far as chance will."""
    deal = deal_hands(cards, rules, rng)
    for _ in range(rng.choice([0, 2, 4, 4, 4])):
        deal = deal.with_bids((*deal.bids, rng.choice(deal.auction.legal())))
    if len(deal.bids) == 4 and not deal.auction.passed_out:
        auction = deal.auction
        assert auction.leader is not None
        position = deal.start(auction.leader, auction.exempt)
        play: list[Card] = []
        for _ in range(rng.randint(0, 4 * cards)):
            play.append(rng.choice(position.legal()))
            position = position.play(play[-1])
        deal = deal.with_play(play)
    return deal


def _spelled(rng: Random, card: Card) -> str:
    name = card.name
    if card.suit is not None:
        rank = "10" if name[0] == "T" and rng.random() < 0.5 else name[0]
        suit = rng.choice([name[1], card.suit.symbol, name[1].lower()])
        name = rng.choice([rank + suit, suit + rank])
    return rng.choice([name, name.lower(), f" {name} "])


def _as_json(rng: Random, deal: Deal) -> str:
    """The deal's JSON in some other of its spellings."""
    value = deal.to_dict()
    for seat in Seat:
        cards = [_spelled(rng, card) for card in deal.hand(seat)]
        kinds: list[Any] = [cards, " ".join(cards), hand_to_holding(deal.hands[seat]), ",".join(cards)]
        value["hands"][seat.value] = rng.choice(kinds)
    if rng.random() < 0.3:
        value["hands"] = {seat.full_name.lower(): value["hands"][seat.value] for seat in Seat}
    for name in ("upcard", "dealer", "bids", "play", "rules"):
        if not value[name] and rng.random() < 0.5:
            del value[name]
    if deal.play and rng.random() < 0.6:
        cards = [_spelled(rng, card) for card in deal.play]
        tricks = [cards[start : start + 4] for start in range(0, len(cards), 4)]
        value["play"] = rng.choice([tricks, " ".join(cards), ".".join(card.strip() for card in cards)])
    if deal.upcard is not None and rng.random() < 0.3:
        del value["trump"]
    elif deal.trump is None and rng.random() < 0.5:
        value["trump"] = rng.choice(["N", "nt", None])
    text = json.dumps(value, ensure_ascii=False, separators=rng.choice([(",", ":"), (", ", ": ")]))
    return rng.choice([text, f"[{text}]", f'{{"deals": [{text}]}}', json.dumps({"deal": str(deal)})])


def _as_line(rng: Random, deal: Deal) -> str:
    text = str(deal).replace(".BB", rng.choice([".BB", ".bb"]), 1)
    return rng.choice([text, f"# a remark\n\n{text}\n", text.replace("N:", "N: "), text.replace(" B", " board")])


def _as_pbn(rng: Random, deal: Deal) -> str:
    text = deal_to_pbn(deal, rng.randint(1, 40))
    kinds: list[Callable[[str], str]] = [
        lambda each: each,
        lambda each: "% PBN 2.1\n; by hand\n" + each,
        lambda each: each.replace("[Deal", "{a remark\nof two lines} [Deal"),
        lambda each: each.replace('"None"]', '"None"] ; nobody').replace("[Event", "[ Event", 1),
        lambda each: each.replace("\n", "\r\n"),
        lambda each: each + "\n" + deal_to_pbn(deal, 41).replace('"Back Alley"', '"#"', 1),
    ]
    return rng.choice(kinds)(text)


def _as_lin(rng: Random, deal: Deal) -> str:
    return deal_to_lin(deal, BridgeRecord.of(None), rng.randint(1, 9), trump_told=True)


def _spoiled(rng: Random, text: str) -> str:
    """The text with a few characters lost, doubled, or put elsewhere, as happens to what is pasted."""
    for _ in range(rng.choice([1, 1, 2, 4])):
        place, other = rng.randrange(len(text)), rng.randrange(len(text))
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:place] + text[place + 1 :]
        elif kind == 1:
            text = text[:place] + text[other] + text[place:]
        elif kind == 2:
            text = text[:place] + rng.choice('{}[]".,:|ANBX1 0\n♥') + text[place + 1 :]
        else:
            low, high = sorted((place, min(other, place + 12)))
            text = text[:low] + text[high:]
        if not text:
            return "?"
    return text


_BY_HAND: Final = (
    "",
    "   \n\n",
    "Hello, is anybody there?",
    "W H N:AKQ JT9 876 543",
    "W H N:.A.. .K.. .Q.. .J.. up=7H up=8H",
    "W H N:.A.. .K.. .Q.. .J.. 1 0 rules=whist",
    "W H N:.A.. .K.. .Q.. .J.. double board 0 0",
    "W H N:.A.. .K.. .Q.. .J.. 0 0 2B 0",
    "W H N:.A.. .K.. .Q.. .J.. rules = standard",
    "W H N:.A.. .K.. .Q.. .J.. 0 B 0 0 AH.KH.QH.JH",
    "W H N:.A.. .K.. .Q.. .J.. 0 B 0 0 KH.QH.JH.AH",
    'W H N:.A.. .K.. .Q.. .J.. rules={"max_bid":"n","board_levels":[1,2]}',
    'W H N:.A.. .K.. .Q.. .J.. rules={"max_bid":"m"}',
    "W X N:.A.. .K.. .Q.. .J..",
    "Q H N:.A.. .K.. .Q.. .J..",
    "- N east:A... K... Q... J...",
    "W H N:.A.. .A.. .Q.. .J..",
    "W H N:.A.. .K.. .Q.. .J2..",
    "W H N:.A.. .K.. .Q.. .JX..",
    '{"hands": {"N": "....B"}, "trump": "S"',
    '{"hands": {"N": "....B"}, "trump": "S", "hands": {}}',
    '{"hands": 3, "trump": 4, "upcard": 5, "dealer": 6, "bids": 7, "play": 8, "rules": 9, "name": 10}',
    '{"hands": {"N": ["AS", "AS"], "E": ["KS", null], "S": "AS", "Q": ""}, "trump": "Z"}',
    '[{"hands": {"N": "A...", "E": "K...", "S": "Q...", "W": "J..."}}, {"deal": "W H N:.A.. .K.. .Q.. .J.."}]',
    '{"deals": 3}',
    '{"deals": [], "rules": "nope"}',
    "[1, 2",
    "[" * 40 + "]" * 40,
    '{"a": 1e400}',
    '["\\x"]',
    '["a\tb"]',
    "[01]",
    "[NaN, -Infinity, 12345678901234567890]",
    '{"deal": "W H N:.A.. .K.. .Q.. .J.. up=7\\u0048"}',
    '[Board "3"]\n[Deal "N:A... K... Q... J..."]\n[Trump "S"]\n\n[Board "4"]\n[Contract "4S"]\n[Declarer "N"]\n',
    '[Contract "4S"]\n\n[Event "E"]\n[Deal "N:A... K... Q... J..."]\n[Trump "S"]\n',
    '[Event "E"]\n[Deal "N:A... K... Q... J..."]\n[Trump "S"]\n',
    '[Event "E"]\n[Board "1"]\n[Deal "N:A... K... Q... J...\n\n'
    '[Event "F"]\n[Deal "N:A... K... Q... J..."]\n[Trump "S"]\n',
    '[Deal "N:A...B K...L Q... J..."]\n[Trump "S"]\n',
    '[Deal "N:A....B K....L Q..2.. J..3.."]\n[Upcard "4S"]\n[Dealer "S"]\n[Bids "1 0 B"]\n',
    '[Deal "N:A... K... Q... J..."]\n[Deal "E:A... K... Q... J..."]\n',
    '[Event "##All"]\n[Dealer "##N"]\n\n[Deal "N:A... K... Q... J..."]\n[Trump "S"]\n\n'
    '[Deal "N:.A.. .K.. .Q.. .J.."]\n[Trump "H"]\n',
    '[Board "3"]\n[Dealer "E"]\n[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n'
    '[Declarer "S"]\n[Contract "3NT"]\n[Result "9"]\n[Auction "E"]\nPass 1NT Pass 3NT Pass Pass Pass\n'
    '[Play "W"]\nC2 S2 H2 D2\nC3 S3 H3 D3\n*\n\n[Board "3"]\n[Contract "4S"]\n[Declarer "N"]\n[Play "E"]\n'
    "H2 D2 C2 SA\n- - - S3\n*\n",
    '[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -"]\n[Contract "4HX"]\n[Declarer "E"]\n',
    '[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n',
    '[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n[Auction "N"]\n1C AP\n',
    '[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n[Contract "Pass"]\n',
    '[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n[Contract "4Z"]\n',
    '{ a remark that never ends\n[Event "E"]\n[Deal "N:A... K... Q... J..."]\n[Trump "S"]\n',
    '[Event "E"]\n[Trump S]\n[Deal "N:A... K... Q... J..."]\n',
    "md|3SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,|sv|o|ah|Board 7|mb|1N|mb|p|mb|p|mb|p|pc|C2|pc|S2|\n",
    "pn|a,b,c,d|md|1SAKQJT98765432,HAKQJT98765432,,|mb|4H|mb|p|mb|p|mb|p|",
    "pn|a,b,c,d|md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,|mb|p|mb|p|mb|p|mb|p|",
    "vg|Final,x,I,1,2|rs|4HE=,3NTW-1,PASS,|pn|a,b,c,d,e,f,g,h|qx|o1|md|1SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,|"
    "pc|D2|qx|c1|pc|H2|qx|o2|md|2SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,|pg||",
)


def texts() -> Iterator[dict[str, Any]]:
    """Texts of every notation in many spellings, whole and spoiled, and what is read of them."""
    for text in _BY_HAND:
        yield {"text": text, "records": read(text)}
    kinds = list(rules_of_all_sorts())
    for number in range(115):
        rng = Random(f"texts/{number}")
        rules = kinds[number] if number < len(kinds) else some_rules(rng)
        form = rng.choice([_as_json, _as_json, _as_line, _as_line, _as_pbn, _as_lin] if number % 12 else [_as_lin])
        bridge = form is _as_lin
        cards = 13 if bridge else rng.choice([1, 1, 2, 2, 3])
        deal = random_deal(rng, cards, PRESETS["whist"] if bridge else rules)
        try:
            text = form(rng, deal)
        except DealError:
            continue
        if rng.random() < 0.45:
            text = _spoiled(rng, text)
        if _TOLD_IN_OTHER_WORDS.search(text):
            continue
        yield {"text": text, "records": read(text)}


def bad_deals() -> Iterator[dict[str, Any]]:
    """Deals in JSON in which one or two things are wrong, with every fault in its place."""
    for number in range(70):
        rng = Random(f"bad/{number}")
        value = random_deal(rng, rng.choice([1, 2, 2, 3]), some_rules(rng)).to_dict()
        for _ in range(rng.choice([1, 1, 2])):
            _spoil(rng, value)
        try:
            faults = None
            Deal.from_dict(value)
        except BackAlleyError as error:
            faults = [[fault.pointer, fault.message, fault.rule] for fault in error.faults]
        yield {"deal": value, "faults": faults}


def _spoil(rng: Random, value: dict[str, Any]) -> None:
    seat, other = rng.sample("NESW", 2)
    hands = value["hands"]
    kind = rng.randrange(12)
    if kind == 0 and isinstance(hands.get(seat), list) and isinstance(hands.get(other), list):
        hands[seat] = [*hands[seat][1:], *hands[other][:1]]
    elif kind == 1 and isinstance(hands.get(seat), list):
        hands[seat] = [*hands[seat], rng.choice(["BB", "LB", "2S", "AH"])]
    elif kind == 2:
        hands[seat] = rng.choice([None, "A.K", 7, ["AS", 5], "AK.Q..X", []])
    elif kind == 3:
        value["trump"] = rng.choice(["S", "H", None, "X", 1])
    elif kind == 4:
        value["upcard"] = rng.choice(["BB", "LB", "AS", "AH", "Q", 3])
    elif kind == 5:
        value["dealer"] = rng.choice([None, "Z", "north"])
    elif kind == 6:
        value["bids"] = rng.choice([{seat: 1}, {"N": 14}, {"N": "x"}, [1], {"Z": 1}, {"N": "2B"}, {"N": 1, "north": 2}])
    elif kind == 7 and isinstance(value["play"], list):
        rng.shuffle(value["play"])
    elif kind == 8:
        value["play"] = rng.choice([["AS", "AS"], "AS.KS", [["AS"], ["KS"]], {"a": 1}, ["2C"] * 60, [["AS"], 3]])
    elif kind == 9:
        value["rules"] = rng.choice(["nope", {"max_bid": 1}, 5, {"bloopers": False}, {"joker_upcard": "no_trump_live"}])
    elif kind == 10:
        value["extra"] = 1
    else:
        hands.pop(seat, None)


def written() -> Iterator[dict[str, Any]]:
    """Deals as lines, and what the house writes of them: PBN, diagrams, JSON."""
    kinds = [*PRESETS.values(), *PRESETS.values(), Rules.from_value({"board_levels": "none", "max_bid": "n"})]
    for number, rules in enumerate(kinds):
        rng = Random(f"written/{number}")
        deal = random_deal(rng, 13 if number == 4 else rng.choice([1, 2, 3, 5]), rules)
        yield {"line": str(deal), "pbn": deal_to_pbn(deal, number), "diagram": deal.diagram(),
               "symbols": deal.diagram(True), "json": deal.to_dict()}  # fmt: skip
