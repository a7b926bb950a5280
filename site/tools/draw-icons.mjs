// Draws the icons that cannot be SVG from public/icon.svg. Run by hand when the mark changes: `npm run icons`.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Resvg } from "@resvg/resvg-js";

const target = path.resolve(import.meta.dirname, "../public");
const mark = readFileSync(path.join(target, "icon.svg"), "utf8")
  .trim()
  .replace(/^<svg[^>]*>|<\/svg>$/g, "");
const ground = "#faf5ea";

/** The mark on a square; `share` of its side, on the ground unless that is left out. */
function draw(size, share, fill) {
  const scale = share;
  const shift = (40 - 40 * scale) / 2;
  const square = fill ? `<rect width="40" height="40" fill="${fill}"/>` : "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">${square}<g transform="translate(${shift} ${shift}) scale(${scale})">${mark}</g></svg>`;
  return new Resvg(svg, { fitTo: { mode: "width", value: size } }).render().asPng();
}

/** An .ico with one PNG. */
function ico(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([size, size], 6);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}

for (const [name, bytes] of [
  ["favicon.ico", ico(draw(32, 1), 32)],
  ["apple-touch-icon.png", draw(180, 0.72, ground)],
  ["icon-192.png", draw(192, 0.92)],
  ["icon-512.png", draw(512, 0.92)],
  // Phones cut it to any shape: what matters lies in the inner four fifths.
  ["icon-maskable-512.png", draw(512, 0.56, ground)],
]) {
  writeFileSync(path.join(target, name), bytes);
  console.log(name, bytes.length);
}
