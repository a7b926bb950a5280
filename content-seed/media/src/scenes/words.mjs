// Banners of the Hindi and the Kannada article, and the emblem of the police programme.
import { curve } from '../lib/curve.mjs';
import { ground, HEIGHT, WIDTH } from '../lib/ground.mjs';
import { terrainNoise } from '../lib/noise.mjs';
import { hill, inks, letters, path, relief, stone, stones, svg, trees } from '../lib/sheet.mjs';

/** The word for path in Hindi; its headline is the path, with four milestones for four weeks. */
export function hindi() {
  const ink = inks.day;
  const trail = curve([[-40, 420], [120, 400], [260, 320], [400, 282], [540, 278], [800, 278], [1060, 278], [1200, 290], [1330, 350], [1460, 350], [1640, 280]]);
  return svg(
    WIDTH,
    HEIGHT,
    ground(ink, 83, [[1430, 180, 330, 260, 0.5], [150, 700, 330, 250, 0.45]]) +
      letters(ink, 'पथ', 800, 600, 520, 'AnekDeva', { rings: 5, ring: 23 }) +
      trees(ink, 18, [[1440, 620], [170, 620]], trail, { count: 12, spread: 75, size: 1.25 }) +
      path(ink, trail, { width: 20 }) +
      stones(ink, trail, [0.11, 0.22, 0.76, 0.9], { size: 1.3 }),
  );
}

/** The word for path in Kannada; the path runs below it. */
export function kannada() {
  const ink = inks.night;
  const trail = curve([[-40, 560], [130, 600], [300, 690], [480, 716], [640, 690], [800, 716], [980, 700], [1150, 716], [1300, 650], [1420, 560], [1640, 520]]);
  return svg(
    WIDTH,
    HEIGHT,
    ground(ink, 91, [[300, 230, 360, 260, 0.5], [1380, 300, 330, 280, 0.5]]) +
      letters(ink, 'ದಾರಿ', 800, 570, 400, 'AnekKnda', { rings: 5, ring: 23, fill: ink.paper }) +
      trees(ink, 22, [[170, 420], [1450, 380]], trail, { count: 11, spread: 70, size: 1.25 }) +
      path(ink, trail, { width: 17 }) +
      stone(ink, 250, 648, { size: 1.7, label: 'I' }) + stone(ink, 1392, 565, { size: 1.7, label: 'II' }),
  );
}

/** A shield of high ground, two milestones for the two papers, the sun over the summit. An illustration, not an insignia. */
export function emblem() {
  const ink = inks.night;
  const size = 1200;
  const noise = terrainNoise(7, 420, 3);
  const outer = relief(ink, (x, y) => 0.1 + 0.3 * Math.hypot((x - 600) / 760, (y - 600) / 760) + noise(x, y) * 0.13, size, size, { levels: 9, from: 0.02, to: 0.75 });
  const top = hill(610, 430, 330, 260, 0.72);
  const foot = hill(430, 800, 260, 170, 0.28);
  const inside = relief(inks.day, (x, y) => 0.08 + top(x, y) + foot(x, y) + noise(x + 500, y) * 0.1, size, size, { levels: 12, from: 0.03, to: 0.92 });
  const shield = 'M600 150C700 222 820 250 930 246V560C930 800 790 960 600 1060 410 960 270 800 270 560V246C380 250 500 222 600 150Z';
  const trail = curve([[560, 1050], [600, 950], [700, 880], [690, 790], [560, 750], [470, 690], [520, 610], [660, 580], [720, 510], [670, 450], [600, 385]]);
  const rays = Array.from({ length: 17 }, (_, i) => {
    const a = Math.PI * (1 + i / 16);
    const r = (k) => `${(600 + Math.cos(a) * k).toFixed(1)} ${(396 + Math.sin(a) * k).toFixed(1)}`;
    return `M${r(108)}L${r(i % 2 ? 132 : 148)}`;
  }).join('');
  const sprig = (side) => {
    let leaves = '';
    for (let i = 0; i < 9; i++) {
      const t = i / 8;
      const a = Math.PI * (0.56 + t * 0.5);
      const x = 600 + side * -Math.cos(a) * 452;
      const y = 612 + Math.sin(a) * 470;
      for (const turn of [-38, 40]) leaves += `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${(side * (118 - t * 92) + turn).toFixed(1)})" d="M0 0C22-24 22-62 0-94-22-62-22-24 0 0Z" fill="${turn < 0 ? ink.leaf : ink.leafSoft}" stroke="${ink.casing}" stroke-width="2.5"/>`;
    }
    return leaves;
  };
  return svg(
    size,
    size,
    `${outer}${sprig(1)}${sprig(-1)}<clipPath id="s"><path d="${shield}"/></clipPath>
<path d="${shield}" transform="translate(8 22)" fill="${ink.shade}" fill-opacity=".7" filter="url(#float)"/>
<path d="${shield}" fill="${ink.path}" stroke="${ink.path}" stroke-width="44" stroke-linejoin="round"/><path d="${shield}" fill="${ink.casing}" stroke="${ink.casing}" stroke-width="24" stroke-linejoin="round"/>
<g clip-path="url(#s)">${inside}<path d="${rays}" stroke="${inks.day.pathDeep}" stroke-width="9" stroke-linecap="round"/>
${trees(inks.day, 31, [[370, 470], [830, 560], [450, 880]], trail, { count: 9, spread: 52, size: 1.3 })}${path(inks.day, trail, { width: 20 })}<path d="M512 396A88 88 0 0 1 688 396Z" fill="${ink.path}" stroke="${inks.day.ink}" stroke-width="5" stroke-linejoin="round"/></g>` +
      stone(inks.day, 778, 812, { size: 2, label: 'I' }) + stone(inks.day, 396, 708, { size: 2, label: 'II' }),
  );
}
