/** The table at a moment as one SVG text: four hands, the trick, trump and contracts; no font or file is needed. */
import { type Card, falling, isBlooper, type Seat, SEATS, SIDES, type Suit, suitOf, SUITS } from "../../game/cards.ts";
import { trickWinner } from "../../game/play.ts";
import { after } from "../../game/cards.ts";
import type { Moment } from "../moment.ts";
import { pathOf } from "../parts/icon.tsx";
import { contractSpoken, rankShown, trumpSpoken } from "../parts/spoken.ts";
import type { Strings } from "../strings/strings.ts";

const WIDE = 640;
const HIGH = 480;
const ROW = 24;
const COLOURS: Record<Suit | "B", string> = { S: "#1d2127", H: "#b5142a", D: "#1b57b0", C: "#17682d", B: "#6a32a8" };
const PLACES: Record<Seat, readonly [number, number]> = { N: [240, 24], W: [24, 176], E: [456, 176], S: [240, 336] };
const LAID: Record<Seat, readonly [number, number]> = { N: [320, 196], E: [368, 236], S: [320, 276], W: [272, 236] };

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

function sign(suit: Suit | "B", x: number, y: number, size = 14): string {
  const path = pathOf(suit === "B" ? "BB" : suit);
  return `<path d="${path}" fill="${COLOURS[suit]}" transform="translate(${x} ${y - size * 0.82}) scale(${size / 24})"/>`;
}

function text(x: number, y: number, words: string, more = ""): string {
  return `<text x="${x}" y="${y}" ${more}>${escaped(words)}</text>`;
}

function ranks(cards: readonly Card[]): string {
  return cards.map((card) => (isBlooper(card) ? card : rankShown(card))).join(" ") || "–";
}

function hand(moment: Moment, seat: Seat, words: Strings): string {
  const [x, y] = PLACES[seat];
  const cards = moment.position?.hands[seat] ?? moment.hand.hands[seat];
  const turn = moment.turn === seat ? ` · ${words.table.turn}` : "";
  const parts = [text(x, y + 14, words.seats[seat] + turn, 'font-weight="700"')];
  const rows: (Suit | "B")[] = [...SUITS, ...(moment.trump === null && cards.some(isBlooper) ? (["B"] as const) : [])];
  rows.forEach((suit, row) => {
    const held = falling(cards.filter((card) => (suitOf(card) ?? moment.trump ?? "B") === suit));
    const line = y + 14 + (row + 1) * ROW;
    parts.push(sign(suit, x, line), text(x + 20, line, ranks(held), `fill="${COLOURS[suit]}" font-weight="600"`));
  });
  return parts.join("");
}

function trick(moment: Moment): string {
  const { position } = moment;
  if (!position) return "";
  const winner = position.trick.length ? trickWinner(position.trick, position.leader, moment.trump) : null;
  return position.trick
    .map((card, steps) => {
      const seat = after(position.leader, steps);
      const [x, y] = LAID[seat];
      const suit = suitOf(card) ?? "B";
      const edge = seat === winner ? 'stroke="#0a5c94" stroke-width="3"' : 'stroke="#8b8f96"';
      return (
        `<rect x="${x - 18}" y="${y - 20}" width="36" height="34" rx="4" fill="#ffffff" ${edge}/>` +
        text(x - 4, y + 3, rankShown(card), `fill="${COLOURS[suit]}" font-weight="700" text-anchor="middle"`) +
        sign(suit, x + 4, y + 2, 11)
      );
    })
    .join("");
}

export function pictureOf(moment: Moment, words: Strings): string {
  const { hand: own, contracts, position } = moment;
  const trump = `${words.table.trump}: ${trumpSpoken(moment.trump, words)}`;
  const sides = SIDES.map((side) => {
    const due = contracts ? contractSpoken(contracts[side], words) : words.table.noContract;
    return `${words.sides[side]}: ${due}, ${words.tricks(position?.tricks[side] ?? 0)}`;
  });
  const notes = [trump, own.dealer ? `${words.table.dealerIs}: ${words.seats[own.dealer]}` : "", ...sides].filter(Boolean);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${HIGH}" width="${WIDE}" height="${HIGH}" font-family="system-ui, sans-serif" font-size="16" fill="#1d2127">`,
    `<title>${escaped(words.title)}</title>`,
    `<rect width="${WIDE}" height="${HIGH}" fill="#ffffff"/>`,
    `<rect x="224" y="160" width="192" height="152" rx="8" fill="#dfe9e2"/>`,
    ...SEATS.map((seat) => hand(moment, seat, words)),
    trick(moment),
    ...notes.map((note, row) => text(24, 36 + row * 20, note, 'font-size="13"')),
    "</svg>",
  ].join("");
}

/** The picture as PNG, twice as large; rejects where the browser cannot draw it. */
export async function pngOf(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDE * 2, HIGH * 2];
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
