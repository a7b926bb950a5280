import { readFileSync } from "node:fs";
import path from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { breakLines } from "./lines";
import { blends, indexedPng } from "./png";
import { directionOf, Shaper } from "./shape";
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from "./size";

/** The inputs of a preview: it depends on nothing else, so equal inputs give equal bytes. */
export interface Preview {
  site_title: string;
  title: string;
  /** Small text above the title: a category, or the part of the site. May be empty. */
  label: string;
}

const GROUND = "#faf5ea";
const INK = "#1c2046";
const CONTOUR = "#8a6d3b";
const MARIGOLD = "#f5a81f";
const LABEL = "#854a00";
const AHEAD = "#857d6a";

const palette = blends(
  [
    [GROUND, INK],
    [GROUND, CONTOUR],
    [GROUND, MARIGOLD],
    [INK, MARIGOLD],
    [GROUND, LABEL],
    [GROUND, AHEAD],
    [CONTOUR, INK],
  ],
  16,
);

// The baselines of a title that fills the space from the site's name to the lower edge.
const LEFT = 132;
const RIGHT = 80;
const RAIL = 66;
// The site's name stands beside its mark.
const INDENT = 64;
const sizes = [
  { size: 92, lines: 2 },
  { size: 76, lines: 3 },
  { size: 62, lines: 4 },
];

/** From one baseline to the next. Vowel signs stand above and below the line in scripts other than Latin. */
const leadOf = (text: string) => (/^[\p{Script=Latin}\P{L}]*$/u.test(text) ? 1.14 : 1.3);

// The build runs in the site's folder, the publisher's render process in a copy of what is needed of it.
const folder = path.join(process.cwd(), "src");
let tools: Promise<{ shaper: Shaper; ground: Uint8Array }> | undefined;

/** Pixels of an SVG: red, green, blue, multiplied by the alpha that follows. */
function pixels(content: string): Uint8Array {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}">${content}</svg>`;
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().pixels;
}

async function open() {
  const terrain = readFileSync(path.join(folder, "art/terrain.svg"), "utf8");
  // Lines only: the filled heights of the page would make the file three times as large.
  const contours = terrain
    .slice(terrain.indexOf("<g"), terrain.lastIndexOf("</svg>"))
    .replace(/fill="currentColor" fill-opacity="[^"]*"/, 'fill="none"');
  return { shaper: await Shaper.open(path.join(folder, "preview/fonts")), ground: pixels(landscape(contours)) };
}

/** The ground of every preview: a summit of the hero's map on the right, quiet enough to write on. */
function landscape(contours: string): string {
  return `<rect width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}" fill="${GROUND}"/>
<g transform="translate(-300 -70) scale(.95)" color="${CONTOUR}" opacity=".55">${contours}</g>`;
}

const mark = `<path d="M6 37V18a14 14 0 0 1 28 0v19z" fill="${INK}"/><path d="M6 18a14 14 0 0 1 28 0z" fill="${MARIGOLD}"/>
<path d="M16 37c0-5 9-5.5 9-10 0-3.5-6.5-3.5-6.5-7 0-1 .5-1.5 1-2" fill="none" stroke="${MARIGOLD}" stroke-width="3" stroke-linecap="round"/>`;

/** The picture that other sites show beside a link to a page: a PNG of 1200 × 630. */
export async function drawPreview({ site_title, title, label }: Preview): Promise<Buffer> {
  tools ??= open();
  const { shaper, ground } = await tools;
  const width = PREVIEW_WIDTH - LEFT - RIGHT;
  const measure = (text: string) => shaper.width(text);
  const single = (text: string, size: number, width: number) =>
    breakLines(shaper.drawable(text), { width, sizes: [{ size, lines: 1 }], measure }).lines.join("");
  const name = single(site_title, 36, width - INDENT);
  // Characters that no font has are left out of a title. If no word is left, the site's name is the title.
  const drawable = shaper.drawable(title);
  const shown = /[\p{L}\p{N}]/u.test(drawable) ? drawable : name;
  const direction = directionOf(shown);
  const line = (text: string, size: number, y: number, fill: string) => {
    const set = shaper.shape(text, size, direction);
    const x = direction === "rtl" ? LEFT + width - set.width : LEFT;
    return `<g transform="translate(${x} ${y})" fill="${fill}">${set.svg}</g>`;
  };
  const set = breakLines(shown, { width, sizes, measure });
  const lead = set.size * leadOf(shown);
  const first = set.lines.length > 2 ? 292 : 320;
  const stop = first - set.size * 0.33;
  const words = [
    // The page's path: walked up to the milestone beside the title, dashed ahead of it.
    `<path d="M${RAIL} ${PREVIEW_HEIGHT}V${stop}" stroke="${INK}" stroke-width="15"/>`,
    `<path d="M${RAIL} ${PREVIEW_HEIGHT}V${stop}" stroke="${MARIGOLD}" stroke-width="11"/>`,
    `<path d="M${RAIL} ${stop}V0" stroke="${AHEAD}" stroke-width="4" stroke-dasharray="10 12"/>`,
    `<circle cx="${RAIL}" cy="${stop}" r="26" fill="${GROUND}"/>`,
    `<circle cx="${RAIL}" cy="${stop}" r="17" fill="${MARIGOLD}" stroke="${INK}" stroke-width="8"/>`,
    `<g transform="translate(${LEFT - 10} 48) scale(1.6)">${mark}</g>`,
    `<g transform="translate(${LEFT + INDENT} 92)" fill="${INK}">${shaper.shape(name, 36).svg}</g>`,
    line(single(label, 32, width), 32, first - lead - 8, LABEL),
    ...set.lines.map((text, i) => line(text, set.size, first + i * lead, INK)),
  ];
  return indexedPng(over(ground, pixels(words.join(""))), PREVIEW_WIDTH, PREVIEW_HEIGHT, palette);
}

/** Draws one picture over another. The ground takes most of the time to draw and is the same for all. */
function over(ground: Uint8Array, words: Uint8Array): Uint8Array {
  const both = Uint8Array.from(ground);
  for (let at = 0; at < both.length; at += 4) {
    const alpha = words[at + 3] as number;
    if (alpha === 0) continue;
    for (let i = at; i < at + 3; i++)
      both[i] = (words[i] as number) + Math.round(((both[i] as number) * (255 - alpha)) / 255);
  }
  return both;
}

/** The answer of a preview's route. */
export const picture = async (preview: Preview) =>
  new Response(new Uint8Array(await drawPreview(preview)), { headers: { "content-type": "image/png" } });
