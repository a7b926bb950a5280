// Contour lines by marching squares: a height field in, closed smooth loops out.

/** Samples `height(x, y)` on a grid that reaches beyond the sheet, with a rim so low that every contour closes. */
export function sampleField(height, width, heightPx, step) {
  const margin = step * 6;
  const cols = Math.ceil((width + margin * 2) / step) + 1;
  const rows = Math.ceil((heightPx + margin * 2) / step) + 1;
  const values = new Float64Array(cols * rows);
  for (let j = 0; j < rows; j++) {
    for (let i = 0; i < cols; i++) {
      const rim = i === 0 || j === 0 || i === cols - 1 || j === rows - 1;
      values[j * cols + i] = rim ? -1e3 : height(i * step - margin, j * step - margin);
    }
  }
  return { values, cols, rows, step, margin };
}

/** Closed loops of [x, y] around the region where the field is at least `level`. */
export function contourLoops(field, level) {
  const { values, cols, rows, step, margin } = field;
  const next = new Map();
  const key = (x, y) => `${Math.round(x * 64)},${Math.round(y * 64)}`;
  const point = (i, j, di, dj) => {
    const a = values[j * cols + i] - level;
    const b = values[(j + dj) * cols + i + di] - level;
    const t = Math.min(0.98, Math.max(0.02, a / (a - b)));
    return [(i + di * t) * step - margin, (j + dj * t) * step - margin];
  };
  for (let j = 0; j < rows - 1; j++) {
    for (let i = 0; i < cols - 1; i++) {
      const inside = [
        values[j * cols + i] >= level,
        values[j * cols + i + 1] >= level,
        values[(j + 1) * cols + i + 1] >= level,
        values[(j + 1) * cols + i] >= level,
      ];
      const edges = [() => point(i, j, 1, 0), () => point(i + 1, j, 0, 1), () => point(i, j + 1, 1, 0), () => point(i, j, 0, 1)];
      // Walking the four corners in turn, a segment leaves at each edge that goes inside→outside and ends at the previous edge outside→inside.
      for (let e = 0; e < 4; e++) {
        if (!(inside[e] && !inside[(e + 1) % 4])) continue;
        let back = (e + 3) % 4;
        while (!(!inside[back] && inside[(back + 1) % 4])) back = (back + 3) % 4;
        const from = edges[back]();
        const to = edges[e]();
        next.set(key(...from), { from, to });
      }
    }
  }
  const loops = [];
  while (next.size) {
    const [start] = next.keys();
    const loop = [];
    for (let k = start; next.has(k); ) {
      const { from, to } = next.get(k);
      next.delete(k);
      loop.push(from);
      k = key(...to);
    }
    if (loop.length > 7) loops.push(loop);
  }
  return loops;
}

/** An SVG path through the loops, rounded by passing through the middle of each edge. */
export function loopsToPath(loops) {
  const r = (v) => Math.round(v * 10) / 10;
  return loops
    .map((loop) => {
      const mid = (i) => {
        const a = loop[i % loop.length];
        const b = loop[(i + 1) % loop.length];
        return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
      };
      const [sx, sy] = mid(0);
      let d = `M${r(sx)} ${r(sy)}`;
      for (let i = 1; i <= loop.length; i++) {
        const [cx, cy] = loop[i % loop.length];
        const [x, y] = mid(i);
        d += `Q${r(cx)} ${r(cy)} ${r(x)} ${r(y)}`;
      }
      return `${d}Z`;
    })
    .join('');
}
