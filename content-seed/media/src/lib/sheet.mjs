// The common hand of all pictures: two inks of the same map, relief, path, milestones, small signs.
import { contourLoops, loopsToPath, sampleField } from './contours.mjs';
import { distanceTo, pointAt, split, toPath } from './curve.mjs';
import { random } from './noise.mjs';

/** Day: warm paper. Night: ink indigo. The colours are those of the site's tokens. */
export const inks = {
  day: {
    ground: '#f8f1e2', high: '#fffdf8', low: '#f1e6cf', shade: '#6b4a16', contour: '#8a6d3b', contourAlpha: 0.42,
    ink: '#1c2046', soft: '#4d5175', paper: '#fffdf8', paperEdge: '#d8c9a8', path: '#f5a81f', pathDeep: '#e08e00', casing: '#1c2046',
    leaf: '#2f6f3e', leafSoft: '#7fa678', brick: '#a63a22', water: '#8fbfd3', stone: '#fffdf8',
  },
  night: {
    ground: '#171a38', high: '#2f3670', low: '#10132b', shade: '#04050f', contour: '#9aa0d8', contourAlpha: 0.34,
    ink: '#f4eee0', soft: '#b7b9d6', paper: '#f8f0df', paperEdge: '#b9ad92', path: '#ffb73a', pathDeep: '#f5a81f', casing: '#0c0e22',
    leaf: '#5c9d66', leafSoft: '#467a55', brick: '#d2664c', water: '#3d6f96', stone: '#fbf5e8',
  },
};

const hex = (c) => [1, 3, 5].map((i) => Number.parseInt(c.slice(i, i + 2), 16));
/** A colour between two, t from 0 to 1. */
export const mix = (a, b, t) => `#${hex(a).map((v, i) => Math.round(v + (hex(b)[i] - v) * t).toString(16).padStart(2, '0')).join('')}`;

/** A hill of the given height and radii, for height functions. */
export const hill = (cx, cy, rx, ry, h) => (x, y) => h * Math.exp(-(((x - cx) / rx) ** 2) - ((y - cy) / ry) ** 2);

/**
 * Relief like cut paper: one layer for each level, each with its contour line and a soft edge of shade.
 * `height` gives values of about 0 to 1.
 */
export function relief(ink, height, width, heightPx, { levels = 11, from = 0.06, to = 1, step = 10, line = 1.6, depth = 1 } = {}) {
  const field = sampleField(height, width, heightPx, step);
  let out = `<rect width="${width}" height="${heightPx}" fill="${ink.low}"/>`;
  for (let i = 0; i < levels; i++) {
    const t = i / (levels - 1);
    const d = loopsToPath(contourLoops(field, from + (to - from) * t));
    if (!d) continue;
    const fill = t < 0.45 ? mix(ink.low, ink.ground, t / 0.45) : mix(ink.ground, ink.high, (t - 0.45) / 0.55);
    const index = i % 5 === 0;
    if (depth) out += `<path d="${d}" fill="${ink.shade}" fill-opacity="${0.1 * depth}" fill-rule="evenodd" transform="translate(3 6)" filter="url(#soft)"/>`;
    out += `<path d="${d}" fill="${fill}" fill-rule="evenodd" stroke="${ink.contour}" stroke-opacity="${ink.contourAlpha * (index ? 1.25 : 0.8)}" stroke-width="${index ? line * 1.5 : line}"/>`;
  }
  return out;
}

/** The path: solid up to `walked` (0 to 1), dotted beyond it; `bare` leaves out edge and shade, to open a junction. */
export function path(ink, samples, { width = 13, walked = 1, bare = false } = {}) {
  const [done, ahead] = split(samples, walked);
  const base = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
  if (bare) return `<path d="${toPath(samples)}" ${base} stroke="${ink.path}" stroke-width="${width}"/>`;
  let out = '';
  if (walked < 1) {
    const dots = `stroke-dasharray="0.1 ${width * 1.9}"`;
    out += `<path d="${toPath(ahead)}" ${base} stroke="${ink.casing}" stroke-width="${width * 0.95}" ${dots}/>`;
    out += `<path d="${toPath(ahead)}" ${base} stroke="${ink.path}" stroke-width="${width * 0.6}" ${dots}/>`;
  }
  if (walked > 0) {
    out += `<path d="${toPath(done)}" ${base} stroke="${ink.shade}" stroke-opacity=".22" stroke-width="${width * 1.5}" transform="translate(2 7)" filter="url(#soft)"/>`;
    out += `<path d="${toPath(done)}" ${base} stroke="${ink.casing}" stroke-width="${width * 1.5}"/>`;
    out += `<path d="${toPath(done)}" ${base} stroke="${ink.path}" stroke-width="${width}"/>`;
  }
  return out;
}

/** A roadside milestone as it stands in India: pale stone, coloured head; its foot is at (x, y). */
export function stone(ink, x, y, { size = 1, label = '', head = ink.path } = {}) {
  const w = 46 * size;
  const h = 70 * size;
  const cap = h * 0.42;
  const outline = `M${-w / 2} 0V${-h + w / 2}A${w / 2} ${w / 2} 0 0 1 ${w / 2} ${-h + w / 2}V0Z`;
  const top = `M${-w / 2} ${-h + cap}V${-h + w / 2}A${w / 2} ${w / 2} 0 0 1 ${w / 2} ${-h + w / 2}V${-h + cap}Z`;
  const text = label
    ? `<text x="0" y="${-(h - cap) / 2 + 9.5 * size}" text-anchor="middle" font-family="Anek" font-weight="700" font-size="${27 * size}" fill="#1c2046">${label}</text>`
    : `<path d="M${-w * 0.2} ${-(h - cap) * 0.62}H${w * 0.2}M${-w * 0.2} ${-(h - cap) * 0.36}H${w * 0.2}" stroke="#1c2046" stroke-opacity=".55" stroke-width="${2.6 * size}" stroke-linecap="round"/>`;
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">
<ellipse cx="${5 * size}" cy="${2 * size}" rx="${w * 0.72}" ry="${7 * size}" fill="${ink.shade}" fill-opacity=".3" filter="url(#soft)"/>
<path d="${outline}" fill="${ink.stone}"/><path d="${top}" fill="${head}"/>
<path d="${outline}" fill="none" stroke="${ink.casing}" stroke-width="${3.4 * size}" stroke-linejoin="round"/>${text}</g>`;
}

/** Stones on the near or far side of the path, at the given fractions of its length. */
export const stones = (ink, samples, fractions, options = {}) =>
  fractions
    .map((f, i) => {
      const [x, y] = pointAt(samples, f);
      const [dx, dy] = options.beside ?? [0, -17];
      return stone(ink, x + dx, y + dy, { ...options, label: options.labels?.[i] ?? '' });
    })
    .join('');

/** The goal: a small flag on its pole; the foot of the pole is at (x, y). */
export const flag = (ink, x, y, size = 1) => `<g transform="translate(${x} ${y}) scale(${size})">
<ellipse cx="4" cy="2" rx="22" ry="6" fill="${ink.shade}" fill-opacity=".3" filter="url(#soft)"/>
<path d="M0 0V-112" stroke="${ink.casing}" stroke-width="9" stroke-linecap="round"/><path d="M0 0V-112" stroke="${ink.stone}" stroke-width="4" stroke-linecap="round"/>
<path d="M4-110C24-118 40-98 66-106 60-94 60-80 66-68 40-60 24-80 4-70Z" fill="${ink.path}" stroke="${ink.casing}" stroke-width="3.4" stroke-linejoin="round"/></g>`;

/** Trees in loose groups, kept away from the path and from places named in `avoid` ([x, y, radius]). */
export function trees(ink, seed, centres, samples = [], { count = 9, spread = 60, size = 1, avoid = [] } = {}) {
  const next = random(seed);
  const spots = [];
  for (const [cx, cy] of centres) {
    for (let i = 0; i < count; i++) {
      const a = next() * Math.PI * 2;
      const d = spread * Math.sqrt(next());
      const p = [cx + Math.cos(a) * d * 1.5, cy + Math.sin(a) * d * 0.8, 0.8 + next() * 0.5];
      const clear = avoid.every(([x, y, r]) => Math.hypot(p[0] - x, p[1] - y) > r) && spots.every((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) > 17 * size);
      if (clear && (!samples.length || distanceTo(samples, p[0], p[1]) > 34)) spots.push(p);
    }
  }
  spots.sort((a, b) => a[1] - b[1]);
  return spots
    .map(([x, y, k]) => {
      const s = size * k;
      return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${s.toFixed(2)})"><ellipse cx="5" cy="2" rx="11" ry="4" fill="${ink.shade}" fill-opacity=".2"/><path d="M0 2V-8" stroke="${ink.casing}" stroke-opacity=".7" stroke-width="3"/><path d="M0-34C9-28 12-18 9-11 6-6-6-6-9-11-12-18-9-28 0-34Z" fill="${ink.leaf}"/><path d="M0-34C9-28 12-18 9-11 7-8 3-7 0-7Z" fill="${ink.leafSoft}"/></g>`;
    })
    .join('');
}

/** A sheet of paper lying on the map. `inner` is drawn in the sheet's own coordinates. */
export const sheet = (ink, x, y, w, h, rotate, inner = '', { fill = ink.paper, radius = 8 } = {}) => `<g transform="translate(${x} ${y}) rotate(${rotate})">
<rect x="${-w / 2 + 8}" y="${-h / 2 + 16}" width="${w}" height="${h}" rx="${radius}" fill="${ink.shade}" fill-opacity=".34" filter="url(#float)"/>
<rect x="${-w / 2}" y="${-h / 2}" width="${w}" height="${h}" rx="${radius}" fill="${fill}" stroke="${ink.paperEdge}" stroke-width="2"/>${inner}</g>`;

/** A compass rose. */
export const compass = (ink, x, y, r, rotate = 0) => `<g transform="translate(${x} ${y}) rotate(${rotate})" fill="none" stroke="${ink.contour}" stroke-width="2.4">
<circle r="${r}"/><circle r="${r * 0.86}" stroke-dasharray="2 ${((r * 0.86 * 2 * Math.PI) / 48 - 2).toFixed(3)}" stroke-width="7"/>
<path d="M0 ${-r * 0.74}L${r * 0.16} 0H${-r * 0.16}Z" fill="${ink.path}" stroke="${ink.casing}" stroke-linejoin="round"/><path d="M0 ${r * 0.74}L${r * 0.16} 0H${-r * 0.16}Z" fill="${ink.stone}" stroke="${ink.casing}" stroke-linejoin="round"/></g>`;

/** A word as a piece of land, with lines of equal distance around it. */
export function letters(ink, word, x, y, size, family, { rings = 5, ring = 26, weight = 700, fill = ink.ink } = {}) {
  const text = (attributes) =>
    `<text x="${x}" y="${y}" text-anchor="middle" font-family="${family}" font-weight="${weight}" font-size="${size}" stroke-linejoin="round" ${attributes}>${word}</text>`;
  let out = '';
  for (let i = rings; i >= 1; i--) {
    const tone = mix(ink.ground, ink.high, 1 - (i - 1) / rings);
    const r = ring * i * (1 + i * 0.07) * 2;
    out += `<g filter="url(#soft)" transform="translate(3 6)" opacity="${ink === inks.night ? 0.3 : 0.1}">${text(`fill="${ink.shade}" stroke="${ink.shade}" stroke-width="${r}"`)}</g>`;
    out += text(`fill="${ink.contour}" stroke="${mix(tone, ink.contour, ink.contourAlpha)}" stroke-width="${r}"`) + text(`fill="${tone}" stroke="${tone}" stroke-width="${r - 3.4}"`);
  }
  return out + text(`fill="${fill}"`);
}

/** The finished document. */
export const svg = (width, height, body) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs><filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="5"/></filter><filter id="float" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="14"/></filter></defs>
${body}</svg>`;
