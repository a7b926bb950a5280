// The ground of a banner: relief with hills where the scene wants them.
import { terrainNoise } from './noise.mjs';
import { hill, relief } from './sheet.mjs';

export const WIDTH = 1600;
export const HEIGHT = 900;

/** Relief for a banner. `hills` are [x, y, rx, ry, height]; heights add up. */
export function ground(ink, seed, hills, { rough = 0.13, base = 0.12, levels = 12, to = 0.95, scale = 430 } = {}) {
  const noise = terrainNoise(seed, scale, 3);
  const parts = hills.map((h) => hill(...h));
  const height = (x, y) => base + noise(x, y) * rough + parts.reduce((sum, h) => sum + h(x, y), 0);
  return relief(ink, height, WIDTH, HEIGHT, { levels, from: 0.02, to });
}

/** Lines of writing as short strokes, ragged on the right. */
export function writing(color, x, y, width, count, gap, { stroke = 6, opacity = 0.5, ragged = [1, 0.86, 0.94, 0.62, 0.97, 0.78] } = {}) {
  let d = '';
  for (let i = 0; i < count; i++) d += `M${x} ${y + i * gap}h${(width * ragged[i % ragged.length]).toFixed(0)}`;
  return `<path d="${d}" fill="none" stroke="${color}" stroke-opacity="${opacity}" stroke-width="${stroke}" stroke-linecap="round"/>`;
}
