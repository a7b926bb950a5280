// Draws the hero's trail map: a made-up terrain, its contour lines, a river from a mountain lake and a trail
// that climbs the way a walker would. Deterministic. Run by hand (`npm run map`); the results are kept in the
// repository.
import { writeFileSync } from "node:fs";
import path from "node:path";

const W = 1600;
const H = 1000;
const STEP = 10;
const cols = W / STEP + 5;
const rows = H / STEP + 5;
const art = path.resolve(import.meta.dirname, "../src/art");

// x, y, height, radius x, radius y
const hills = [
  [1270, 250, 1.0, 190, 170],
  [1080, 330, 0.42, 190, 130],
  [1450, 480, 0.55, 170, 190],
  [960, 610, 0.62, 170, 140],
  [1240, 760, 0.46, 170, 130],
  [700, 250, 0.5, 190, 150],
  [520, 560, 0.26, 220, 150],
  [1540, 830, 0.45, 160, 160],
  [360, 180, 0.3, 200, 160],
  [1490, 120, 0.42, 140, 120],
];

function noise(seed) {
  const at = (x, y) => {
    const s = Math.sin(x * 127.1 + y * 311.7 + seed * 74.7) * 43758.5453;
    return s - Math.floor(s);
  };
  const fade = (t) => t * t * (3 - 2 * t);
  return (x, y) => {
    const [ix, iy] = [Math.floor(x), Math.floor(y)];
    const [fx, fy] = [fade(x - ix), fade(y - iy)];
    const top = at(ix, iy) + (at(ix + 1, iy) - at(ix, iy)) * fx;
    const low = at(ix, iy + 1) + (at(ix + 1, iy + 1) - at(ix, iy + 1)) * fx;
    return top + (low - top) * fy - 0.5;
  };
}
const coarse = noise(3);
const fine = noise(8);

function height(x, y) {
  // Without bending the plane the hills would be round.
  const bx = x + coarse(x / 210, y / 210 + 9) * 130;
  const by = y + coarse(x / 210 + 5, y / 210) * 130;
  let h = 0.12 + (0.1 * (bx - by)) / 1600;
  for (const [cx, cy, top, rx, ry] of hills) h += top * Math.exp(-(((bx - cx) / rx) ** 2) - ((by - cy) / ry) ** 2);
  return h + fine(x / 95, y / 95) * 0.075 + fine(x / 41 + 7, y / 41) * 0.022;
}

const field = Array.from({ length: rows }, (_, j) =>
  Array.from({ length: cols }, (_, i) => {
    // Beyond the frame everything lies deep, so that every contour closes.
    if (i === 0 || j === 0 || i === cols - 1 || j === rows - 1) return -1;
    return height((i - 2) * STEP, (j - 2) * STEP);
  }),
);
const point = (i, j) => [(i - 2) * STEP, (j - 2) * STEP];

/** Closed rings of the contour at `level` (marching squares, joined end to end). */
function rings(level) {
  const next = new Map();
  const key = (p) => `${p[0].toFixed(7)},${p[1].toFixed(7)}`;
  const cut = (one, two) => {
    // Both cells beside an edge must cut it at the very same point.
    const [a, b] = one[0] + one[1] < two[0] + two[1] ? [one, two] : [two, one];
    const [ha, hb] = [field[a[1]][a[0]], field[b[1]][b[0]]];
    const t = (level - ha) / (hb - ha);
    const [pa, pb] = [point(...a), point(...b)];
    return [pa[0] + (pb[0] - pa[0]) * t, pa[1] + (pb[1] - pa[1]) * t];
  };
  const link = (from, to) => next.set(key(from), { from, to });
  for (let j = 0; j < rows - 1; j++) {
    for (let i = 0; i < cols - 1; i++) {
      const corners = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ];
      const above = corners.map(([x, y]) => field[y][x] >= level);
      const cross = [];
      for (let e = 0; e < 4; e++) {
        const [a, b] = [e, (e + 1) % 4];
        if (above[a] !== above[b]) cross.push({ p: cut(corners[a], corners[b]), leaving: above[a] });
      }
      if (cross.length === 2) {
        const [one, two] = cross[0].leaving ? cross : [cross[1], cross[0]];
        link(one.p, two.p);
      } else if (cross.length === 4) {
        const start = cross[0].leaving ? 0 : 1;
        link(cross[start].p, cross[(start + 1) % 4].p);
        link(cross[(start + 2) % 4].p, cross[(start + 3) % 4].p);
      }
    }
  }
  const found = [];
  while (next.size) {
    const [first] = next.keys();
    const ring = [];
    let at = first;
    while (next.has(at)) {
      const { from, to } = next.get(at);
      next.delete(at);
      ring.push(from);
      at = key(to);
    }
    if (ring.length > 12) found.push(ring);
  }
  return found;
}

function thin(points, tolerance) {
  if (points.length < 3) return points;
  const [a, b] = [points[0], points[points.length - 1]];
  let far = 0;
  let at = 0;
  for (let i = 1; i < points.length - 1; i++) {
    const p = points[i];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = Math.hypot(dx, dy) || 1;
    const d =
      length > 1 ? Math.abs(dy * (p[0] - a[0]) - dx * (p[1] - a[1])) / length : Math.hypot(p[0] - a[0], p[1] - a[1]);
    if (d > far) [far, at] = [d, i];
  }
  if (far <= tolerance) return [a, b];
  return [...thin(points.slice(0, at + 1), tolerance).slice(0, -1), ...thin(points.slice(at), tolerance)];
}

const n = Math.round;
const middle = (a, b) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** A closed soft curve through the middles of the ring's sides; relative and rounded, to be short. */
function closed(ring) {
  const half = Math.floor(ring.length / 2);
  const p = [
    ...thin(ring.slice(0, half + 1), 1.5).slice(0, -1),
    ...thin([...ring.slice(half), ring[0]], 1.5).slice(0, -1),
  ];
  if (p.length < 4) return "";
  let [x, y] = middle(p[p.length - 1], p[0]).map(n);
  let d = `M${x} ${y}q`;
  const parts = [];
  for (let i = 0; i < p.length; i++) {
    const c = p[i].map(n);
    const end = middle(p[i], p[(i + 1) % p.length]).map(n);
    parts.push(`${c[0] - x} ${c[1] - y} ${end[0] - x} ${end[1] - y}`);
    [x, y] = end;
  }
  d += parts.join(" ");
  return `${d}z`.replaceAll(" -", "-");
}

/**
 * A curve through all points (Catmull-Rom as Béziers); relative and rounded, to be short. `upright`: it leaves
 * straight up, as the page's path arrives.
 */
function through(p, upright = false) {
  const parts = [];
  for (let i = 0; i < p.length - 1; i++) {
    const [a, b, c, e] = [p[Math.max(0, i - 1)], p[i], p[i + 1], p[Math.min(p.length - 1, i + 2)]];
    let one = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    let two = [c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6];
    if (upright && i === 0)
      [one, two] = [
        [b[0], b[1] - 26],
        [c[0] - 90, c[1] + 6],
      ];
    for (const [x, y] of [one, two, c]) parts.push(`${n(x) - b[0]} ${n(y) - b[1]}`);
  }
  return `M${p[0][0]} ${p[0][1]}c${parts.join(" ")}`.replaceAll(" -", "-");
}

const levels = Array.from({ length: 21 }, (_, i) => 0.1 + i * 0.06);
const contours = levels
  .map((level, i) => {
    const d = rings(level).map(closed).join("");
    return d && `<path d="${d}"${i % 5 === 4 ? ' stroke-width="2.4" stroke-opacity=".5"' : ""}/>`;
  })
  .filter(Boolean)
  .join("\n");
writeFileSync(
  path.join(art, "terrain.svg"),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}">\n<g id="t" fill="currentColor" fill-opacity=".034" stroke="currentColor" stroke-opacity=".3" stroke-width="1.2">\n${contours}\n</g>\n</svg>\n`,
);

// The trail is drawn by hand: long strides in the plain, switchbacks where it is steep. Milestones are marked.
const walk = [
  [0, 1000],
  [160, 968],
  [340, 956],
  [520, 932],
  [650, 868, "milestone"],
  [718, 790],
  [702, 700],
  [744, 610],
  [806, 522, "milestone"],
  [884, 454],
  [968, 470],
  [1032, 512],
  [1100, 480, "milestone"],
  [1180, 462],
  [1246, 428],
  [1216, 392],
  [1136, 380],
  [1118, 344],
  [1178, 326],
  [1262, 334],
  [1296, 304],
  [1272, 274],
  [1270, 244, "milestone"],
];
const stops = walk.filter((p) => p[2]);

const river = [
  [1232, 590],
  [1196, 622],
  [1128, 640],
  [1098, 690],
  [1122, 752],
  [1078, 812],
  [1092, 880],
  [1030, 936],
  [1012, 1000],
];
const lake = "M1186 566C1202 548 1240 560 1262 572C1284 584 1282 604 1256 606C1228 610 1170 588 1186 566Z";

writeFileSync(
  path.join(art, "trail.ts"),
  `// Made by tools/draw-map.mjs; in the units of terrain.svg.\nexport const MAP_WIDTH = ${W};\nexport const MAP_HEIGHT = ${H};\nexport const TRAIL =\n  "${through(walk, true)}";\nexport const RIVER =\n  "${through(river)}";\nexport const LAKE = "${lake}";\nexport const MILESTONES = ${JSON.stringify(stops.map(([x, y]) => [x, y]))} as const;\n`,
);
console.log("terrain", contours.length);
