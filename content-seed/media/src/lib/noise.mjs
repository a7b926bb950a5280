// Repeatable randomness: the same seed draws the same picture on every machine.

/** A generator of numbers in [0, 1) that depends on the seed alone. */
export function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Smooth gradient noise over the plane, about -1 to 1, with features of size 1. */
export function gradientNoise(seed) {
  const next = random(seed);
  const size = 256;
  const angle = Array.from({ length: size }, () => next() * Math.PI * 2);
  const order = Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  const at = (ix, iy) => angle[order[(order[ix & 255] + iy) & 255]];
  const fade = (t) => t * t * t * (t * (t * 6 - 15) + 10);
  const mix = (a, b, t) => a + (b - a) * t;
  return (x, y) => {
    const ix = Math.floor(x);
    const iy = Math.floor(y);
    const fx = x - ix;
    const fy = y - iy;
    const dot = (dx, dy) => {
      const g = at(ix + dx, iy + dy);
      return Math.cos(g) * (fx - dx) + Math.sin(g) * (fy - dy);
    };
    const u = fade(fx);
    return 1.4 * mix(mix(dot(0, 0), dot(1, 0), u), mix(dot(0, 1), dot(1, 1), u), fade(fy));
  };
}

/** Several octaves of noise; `scale` is the size of the largest feature in pixels. */
export function terrainNoise(seed, scale, octaves = 3) {
  const layers = Array.from({ length: octaves }, (_, i) => gradientNoise(seed * 31 + i * 7 + 1));
  return (x, y) => layers.reduce((sum, n, i) => sum + n((x * 2 ** i) / scale + i * 9.1, (y * 2 ** i) / scale) / 2.2 ** i, 0);
}
