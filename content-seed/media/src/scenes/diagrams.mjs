// Figures inside articles: the same map, with a few words on it.
import { curve } from '../lib/curve.mjs';
import { terrainNoise } from '../lib/noise.mjs';
import { hill, inks, path, relief, stone, svg } from '../lib/sheet.mjs';

export const WIDTH = 1200;
export const HEIGHT = 560;
const ink = inks.day;

function land(seed, hills = []) {
  const noise = terrainNoise(seed, 420, 3);
  const parts = hills.map((h) => hill(...h));
  return relief(ink, (x, y) => 0.12 + noise(x, y) * 0.09 + parts.reduce((sum, h) => sum + h(x, y), 0), WIDTH, HEIGHT, { levels: 11, from: 0.02, to: 0.85, line: 1.3 });
}

/** Words centred at (x, y): the first line strong, the others plain. A halo keeps them clear of the contour lines. */
function words(x, y, lines, { size = 31, anchor = 'middle' } = {}) {
  return lines
    .map((line, i) => `<text x="${x}" y="${y + i * size * 1.2}" text-anchor="${anchor}" font-family="Anek" font-weight="${i ? 500 : 700}" font-size="${i ? size * 0.87 : size}" fill="${i ? ink.soft : ink.ink}" stroke="${ink.ground}" stroke-width="8" stroke-linejoin="round" paint-order="stroke">${line}</text>`)
    .join('');
}

/** Prelims, Mains, Personality Test. */
export function upscStages() {
  const trail = curve([[-30, 360], [90, 330], [210, 290], [350, 320], [480, 300], [600, 235], [760, 262], [880, 215], [990, 150], [1090, 170], [1230, 130]]);
  return svg(
    WIDTH,
    HEIGHT,
    land(5, [[210, 260, 150, 110, 0.2], [600, 210, 170, 130, 0.4], [1000, 140, 190, 150, 0.6]]) +
      path(ink, trail, { width: 14 }) +
      stone(ink, 210, 276, { size: 1.9, label: '1' }) + stone(ink, 600, 222, { size: 1.9, label: '2' }) + stone(ink, 990, 140, { size: 1.9, label: '3' }) +
      words(205, 376, ['Prelims', '2 objective papers', 'screening only']) +
      words(600, 352, ['Mains', '9 written papers', '1,750 marks counted']) +
      words(985, 262, ['Personality Test', 'interview', '275 marks']) +
      words(985, 446, ['Together 2,025 marks'], { size: 31 }),
  );
}

/** Four kinds of error, each with its remedy. */
export function errorSort() {
  const rows = [['Not known', 'read it'], ['Half known', 'error notebook'], ['Misread', 'underline the stem'], ['Misjudged', 'a rule for guessing']];
  const ends = rows.map((_, i) => 92 + i * 126);
  const ways = ends.map((y) => curve([[150, 280], [260, 280], [340, 280 + (y - 280) * 0.35], [430, y - (y - 280) * 0.06], [520, y], [590, y]]));
  const trunk = curve([[-30, 300], [80, 276], [170, 280], [262, 280]]);
  const all = [trunk, ...ways];
  return svg(
    WIDTH,
    HEIGHT,
    land(17, [[160, 120, 200, 120, 0.3], [1000, 460, 260, 160, 0.3]]) +
      all.map((w) => path(ink, w, { width: 13 })).join('') +
      all.map((w) => path(ink, w, { width: 13, bare: true })).join('') +
      stone(ink, 150, 264, { size: 1.8, label: '?' }) +
      ends.map((y, i) => `<circle cx="590" cy="${y}" r="24" fill="${ink.casing}"/><circle cx="590" cy="${y}" r="19" fill="${i === 0 ? ink.brick : i === 1 ? ink.path : i === 2 ? ink.water : ink.leaf}"/>`).join('') +
      rows.map(([kind, remedy], i) => words(636, ends[i] + 2, [kind, remedy], { anchor: 'start', size: 33 })).join(''),
  );
}

/** Five returns at growing distances; what is remembered falls less after each. */
export function fiveReturns() {
  const days = [1, 3, 7, 21, 60];
  const xs = [110, 230, 400, 680, 1070];
  const base = 430;
  let curveData = `M40 120`;
  let from = 40;
  xs.forEach((x, i) => {
    const drop = [190, 168, 138, 104, 72][i];
    curveData += `C${from + (x - from) * 0.25} ${120 + drop * 0.75} ${from + (x - from) * 0.6} ${120 + drop} ${x} ${120 + drop}V120`;
    from = x;
  });
  curveData += `C${from + 40} 140 ${from + 80} 150 1190 154`;
  const trail = curve([[-30, base + 16], ...xs.map((x, i) => [x, base + (i % 2 ? 8 : -4)]), [1230, base - 10]]);
  return svg(
    WIDTH,
    HEIGHT,
    land(26, [[1000, 480, 300, 120, 0.2]]) +
      `<path d="${curveData}" fill="none" stroke="${ink.ink}" stroke-opacity=".75" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>` +
      xs.map((x) => `<path d="M${x} 120V${base - 20}" stroke="${ink.leaf}" stroke-width="4" stroke-dasharray="2 11" stroke-linecap="round"/>`).join('') +
      path(ink, trail, { width: 14 }) +
      xs.map((x, i) => stone(ink, x, base - 14 + (i % 2 ? 8 : -4), { size: 1.55, label: String(days[i]) })).join('') +
      words(40, 74, ['what is remembered'], { anchor: 'start', size: 29 }) +
      words(600, 518, ['day of the return'], { size: 29 }),
  );
}
