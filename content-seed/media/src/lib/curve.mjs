// The path: a smooth curve through given points, sampled so that places and directions along it are known.

/** Samples a Catmull-Rom curve through `points` about every `gap` pixels. */
export function curve(points, gap = 5) {
  const out = [];
  const at = (i) => points[Math.min(points.length - 1, Math.max(0, i))];
  for (let i = 0; i < points.length - 1; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const n = Math.max(2, Math.ceil(Math.hypot(p2[0] - p1[0], p2[1] - p1[1]) / gap));
    for (let s = 0; s < n; s++) {
      const t = s / n;
      const f = (k) =>
        0.5 *
        (2 * p1[k] +
          (p2[k] - p0[k]) * t +
          (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k]) * t * t +
          (3 * p1[k] - p0[k] - 3 * p2[k] + p3[k]) * t * t * t);
      out.push([f(0), f(1)]);
    }
  }
  out.push(points[points.length - 1]);
  return out;
}

/** The point at a fraction (0 to 1) of the sampled curve's length. */
export function pointAt(samples, fraction) {
  const total = length(samples);
  let left = total * fraction;
  for (let i = 1; i < samples.length; i++) {
    const [ax, ay] = samples[i - 1];
    const [bx, by] = samples[i];
    const d = Math.hypot(bx - ax, by - ay);
    if (left <= d && d > 0) return [ax + ((bx - ax) * left) / d, ay + ((by - ay) * left) / d];
    left -= d;
  }
  return samples[samples.length - 1];
}

/** Length in pixels. */
export function length(samples) {
  let total = 0;
  for (let i = 1; i < samples.length; i++) total += Math.hypot(samples[i][0] - samples[i - 1][0], samples[i][1] - samples[i - 1][1]);
  return total;
}

/** The two parts of a curve before and after a fraction of its samples. */
export function split(samples, fraction) {
  const k = Math.round((samples.length - 1) * fraction);
  return [samples.slice(0, k + 1), samples.slice(k)];
}

/** Smallest distance from a point to the curve. */
export function distanceTo(samples, x, y) {
  let best = Infinity;
  for (let i = 0; i < samples.length; i += 3) best = Math.min(best, (samples[i][0] - x) ** 2 + (samples[i][1] - y) ** 2);
  return Math.sqrt(best);
}

/** SVG path data through the samples. */
export const toPath = (samples) => `M${samples.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
