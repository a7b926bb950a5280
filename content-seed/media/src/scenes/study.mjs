// Banners on reading, notes, news and revision.
import { curve, pointAt } from '../lib/curve.mjs';
import { ground, HEIGHT, WIDTH, writing } from '../lib/ground.mjs';
import { random } from '../lib/noise.mjs';
import { flag, inks, path, sheet, stone, stones, svg, trees } from '../lib/sheet.mjs';

const PAPER_INK = '#1c2046';

/** An open book whose pages are country: the path leads across it. */
export function book() {
  const ink = inks.day;
  const left = 'M0-238C-110-300-330-296-500-262V238C-330 204-110 200 0 262Z';
  const right = 'M0-238C110-300 330-296 500-262V238C330 204 110 200 0 262Z';
  const trail = curve([[-40, 640], [150, 590], [330, 610], [470, 520], [610, 470], [740, 540], [860, 520], [960, 410], [1080, 380], [1200, 440], [1330, 370], [1460, 280], [1640, 250]]);
  return svg(
    WIDTH,
    HEIGHT,
    `${ground(ink, 4, [[1500, 150, 380, 300, 0.4], [120, 820, 380, 260, 0.35]])}
<g transform="translate(800 450)">
<path d="M-516-240C-330-276-110-280 0-216 110-280 330-276 516-240V268C330 234 110 232 0 292-110 232-330 234-516 268Z" transform="translate(8 18)" fill="${ink.shade}" fill-opacity=".34" filter="url(#float)"/>
<path d="M-516-258C-330-292-110-292 0-230 110-292 330-292 516-258V262C330 228 110 226 0 286-110 226-330 228-516 262Z" fill="${ink.ink}"/>
<clipPath id="l"><path d="${left}"/></clipPath><clipPath id="r"><path d="${right}"/></clipPath>
<path d="${left}" fill="${ink.paper}"/><path d="${right}" fill="${ink.paper}"/>
<g clip-path="url(#r)"><g transform="translate(-800 -450)">${ground(ink, 19, [[1110, 330, 190, 170, 0.75], [960, 640, 200, 130, 0.3]], { levels: 13, to: 0.98, base: 0.16 })}</g></g>
<g clip-path="url(#l)">${writing(PAPER_INK, -430, -190, 330, 5, 34, { opacity: 0.42 })}${writing(PAPER_INK, -430, 136, 330, 3, 34, { opacity: 0.42 })}</g>
<path d="M0-238V262" stroke="${ink.ink}" stroke-opacity=".35" stroke-width="3"/><path d="${left}" fill="url(#gutter-l)"/><linearGradient id="gutter-l" x1=".7" x2="1"><stop stop-color="${ink.shade}" stop-opacity="0"/><stop offset="1" stop-color="${ink.shade}" stop-opacity=".2"/></linearGradient><linearGradient id="gutter-r" x1="0" x2=".26"><stop stop-color="${ink.shade}" stop-opacity=".28"/><stop offset="1" stop-color="${ink.shade}" stop-opacity="0"/></linearGradient><path d="${right}" fill="url(#gutter-r)"/></g>` +
      trees(ink, 9, [[1450, 620], [170, 400]], trail, { count: 10, spread: 80, size: 1.25 }) +
      path(ink, trail, { width: 17 }) +
      stones(ink, trail, [0.1, 0.885], { size: 1.35 }) +
      stones(ink, trail, [0.64], { size: 1.35 }),
  );
}

/** Three papers, each smaller than the one before, and the path that runs through them. */
export function notes() {
  const ink = inks.night;
  const lines = (w, h, n, gap) =>
    `<path d="M${-w / 2 + w * 0.27} ${-h / 2 + 18}V${h / 2 - 18}" stroke="${inks.day.brick}" stroke-opacity=".55" stroke-width="3"/>${writing(PAPER_INK, -w / 2 + w * 0.34, -h / 2 + gap, w * 0.56, n, gap, { opacity: 0.42, stroke: 6 })}${writing(PAPER_INK, -w / 2 + w * 0.08, -h / 2 + gap, w * 0.12, Math.ceil(n / 3), gap * 3, { opacity: 0.65, stroke: 7, ragged: [1, 0.7] })}`;
  const trail = curve([[-40, 380], [120, 430], [250, 590], [420, 660], [600, 590], [720, 500], [850, 540], [960, 600], [1090, 560], [1180, 470], [1290, 440], [1430, 490], [1640, 420]]);
  return svg(
    WIDTH,
    HEIGHT,
    ground(ink, 33, [[1380, 180, 380, 300, 0.55], [300, 200, 360, 260, 0.35], [800, 900, 500, 200, 0.25]]) +
      sheet(ink, 430, 450, 430, 560, -5, lines(430, 560, 12, 42)) +
      sheet(ink, 880, 455, 320, 400, 3, lines(320, 400, 8, 42)) +
      sheet(ink, 1220, 455, 210, 250, -4, lines(210, 250, 5, 40)) +
      path(ink, trail, { width: 17 }) +
      stones(ink, trail, [0.44, 0.735], { size: 1.35 }) +
      stone(ink, 1440, 470, { size: 1.5 }),
  );
}

/** Many streams of news, one path. */
export function news() {
  const ink = inks.day;
  const next = random(77);
  let streams = '';
  for (let i = 0; i < 34; i++) {
    const y = -120 + i * 35 + (next() - 0.5) * 14;
    const bend = (k) => (next() - 0.5) * k;
    const end = 438 + (i - 16.5) * 1.7;
    const samples = curve([[-40, y], [170, y + bend(70)], [360, y + (450 - y) * 0.12 + bend(70)], [560, y + (450 - y) * 0.5 + bend(34)], [740, y + (450 - y) * 0.87 + bend(8)], [880, end]], 8);
    const color = i % 7 === 3 ? ink.brick : i % 3 === 0 ? ink.ink : ink.contour;
    streams += `<path d="M${samples.map((p) => p.map((v) => v.toFixed(1)).join(' ')).join('L')}" fill="none" stroke="${color}" stroke-opacity="${i % 7 === 3 ? 0.75 : 0.5}" stroke-width="${(2 + next() * 3).toFixed(1)}" stroke-linecap="round"/>`;
  }
  const trail = curve([[850, 440], [960, 438], [1080, 480], [1200, 520], [1320, 460], [1430, 380], [1640, 340]]);
  const clip = (x, y, r) => sheet(ink, x, y, 170, 118, r, `<rect x="-68" y="-42" width="136" height="17" rx="3" fill="${PAPER_INK}" fill-opacity=".75"/><rect x="-68" y="-12" width="54" height="52" rx="3" fill="${ink.leafSoft}" fill-opacity=".55"/>${writing(PAPER_INK, 2, -6, 66, 4, 15, { stroke: 5, opacity: 0.4 })}`);
  return svg(
    WIDTH,
    HEIGHT,
    ground(ink, 51, [[1330, 230, 320, 260, 0.5], [1250, 760, 330, 230, 0.4]], { rough: 0.11 }) +
      streams +
      clip(190, 270, -7) + clip(430, 420, 4) + clip(210, 610, 6) +
      trees(ink, 12, [[1200, 690], [1430, 620], [1060, 270]], trail, { count: 10, spread: 75, size: 1.25 }) +
      path(ink, trail, { width: 18 }) +
      stone(ink, 900, 408, { size: 1.5 }) + stone(ink, 900, 584, { size: 1.5 }) +
      stones(ink, trail, [0.62], { size: 1.5 }),
  );
}

/** Sixty days on one sheet; the path touches days 1, 3, 7, 21 and 60. */
export function calendar() {
  const ink = inks.night;
  const [cols, rows, cw, ch] = [12, 5, 88, 88];
  const [x0, y0] = [-(cols * cw) / 2, -(rows * ch) / 2 + 24];
  const centre = (day) => [x0 + ((day - 1) % cols) * cw + cw / 2, y0 + Math.floor((day - 1) / cols) * ch + ch / 2];
  let grid = '';
  for (let day = 1; day <= 60; day++) {
    const [x, y] = centre(day);
    grid += `<rect x="${x - cw / 2 + 4}" y="${y - ch / 2 + 4}" width="${cw - 8}" height="${ch - 8}" rx="6" fill="${inks.day.low}" fill-opacity="${(day + Math.floor((day - 1) / cols)) % 2 ? 0.75 : 0.4}"/>`;
  }
  const days = [1, 3, 7, 21, 60].map((d) => centre(d).map((v, k) => v + (k ? 450 : 800)));
  const [a, b, c, d, e] = days;
  const trail = curve([[-40, 330], [110, 270], a, [(a[0] + b[0]) / 2, a[1] + 34], b, [(b[0] + c[0]) / 2, b[1] + 52], c, [c[0] + 130, c[1] - 8], [c[0] + 232, c[1] + 14], [c[0] + 262, c[1] + 58], d, [d[0] - 120, d[1] + 22], [d[0] - 270, d[1] + 72], [d[0] - 270, d[1] + 190], [e[0] - 480, e[1] + 12], [e[0] - 200, e[1] - 44], e, [1470, 560], [1640, 600]]);
  const rings = days.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="32" fill="${ink.casing}"/><circle cx="${x}" cy="${y}" r="27" fill="${ink.path}"/><circle cx="${x}" cy="${y}" r="10" fill="${PAPER_INK}"/>`).join('');
  return svg(
    WIDTH,
    HEIGHT,
    ground(ink, 61, [[180, 720, 380, 300, 0.5], [1450, 180, 360, 300, 0.55]]) +
      sheet(ink, 800, 450, cols * cw + 72, rows * ch + 110, 0, `<path d="M${x0 + 4} ${y0 - 22}H${-x0 - 4}" stroke="${inks.day.brick}" stroke-width="9" stroke-linecap="round"/>${grid}`) +
      path(ink, trail, { width: 15 }) + rings +
      stones(ink, trail, [0.062], { size: 1.4 }) +
      flag(ink, ...pointAt(trail, 0.945), 1.15),
  );
}
