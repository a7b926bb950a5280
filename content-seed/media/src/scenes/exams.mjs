// Banners on the exams themselves: stages, tests, writing, reasoning, the Constitution.
import { curve } from '../lib/curve.mjs';
import { ground, HEIGHT, WIDTH, writing } from '../lib/ground.mjs';
import { random } from '../lib/noise.mjs';
import { compass, flag, inks, path, sheet, stone, stones, svg, trees } from '../lib/sheet.mjs';

const PAPER_INK = '#1c2046';

/** Three summits, each higher than the one before. */
export function stages() {
  const ink = inks.night;
  const trail = curve([[-40, 660], [120, 620], [270, 560], [340, 490], [440, 560], [580, 640], [690, 580], [740, 470], [800, 400], [890, 470], [980, 590], [1090, 610], [1170, 520], [1130, 420], [1220, 350], [1330, 330], [1300, 250]]);
  return svg(
    WIDTH,
    HEIGHT,
    ground(ink, 14, [[340, 520, 190, 190, 0.38], [800, 440, 215, 230, 0.6], [1290, 330, 260, 280, 0.92]], { levels: 15, to: 1.08, rough: 0.1 }) +
      trees(ink, 21, [[560, 470], [1010, 720], [180, 760], [1470, 640], [1020, 300]], trail, { count: 10, spread: 70, size: 1.25 }) +
      path(ink, trail, { width: 17, walked: 0.66 }) +
      stone(ink, 340, 482, { size: 1.6 }) + stone(ink, 800, 392, { size: 1.6 }) +
      flag(ink, 1300, 250, 1.4),
  );
}

/** An answer sheet; the path joins the chosen answers, and three of them were wrong. */
export function mock() {
  const ink = inks.day;
  const [cols, gap] = [13, 76];
  const chosen = [3, 2, 2, 1, 3, 2, 0, 1, 1, 2, 1, 0, 0];
  const wrong = new Set([2, 6, 9]);
  const px = (i) => 800 + (i - (cols - 1) / 2) * gap;
  const py = (r) => 450 + (r - 1.5) * gap;
  let bubbles = '';
  for (let i = 0; i < cols; i++) {
    for (let r = 0; r < 4; r++) bubbles += `<circle cx="${px(i) - 800}" cy="${py(r) - 450}" r="23" fill="none" stroke="${PAPER_INK}" stroke-opacity=".32" stroke-width="3"/>`;
    bubbles += `<path d="M${px(i) - 800 - 13} ${-2.1 * gap}h26" stroke="${PAPER_INK}" stroke-opacity=".45" stroke-width="6" stroke-linecap="round"/>`;
  }
  const trail = curve([[-40, 700], [120, 660], [230, 640], ...chosen.map((r, i) => [px(i), py(r)]), [1390, 300], [1500, 240], [1640, 250]]);
  const marks = chosen
    .map((r, i) => `<circle cx="${px(i)}" cy="${py(r)}" r="27" fill="${ink.casing}"/><circle cx="${px(i)}" cy="${py(r)}" r="22" fill="${wrong.has(i) ? ink.brick : ink.path}"/>${wrong.has(i) ? `<path d="M${px(i) - 8} ${py(r) - 8}l16 16m0-16l-16 16" stroke="${ink.paper}" stroke-width="5" stroke-linecap="round"/>` : ''}`)
    .join('');
  return svg(
    WIDTH,
    HEIGHT,
    ground(ink, 29, [[1480, 700, 330, 260, 0.45], [140, 200, 380, 280, 0.5]]) +
      trees(ink, 4, [[1480, 560], [120, 380]], trail, { count: 9, spread: 60, size: 1.2 }) +
      sheet(ink, 800, 450, 1120, 480, 0, bubbles) +
      path(ink, trail, { width: 14 }) + marks +
      stones(ink, trail, [0.055], { size: 1.4 }) + flag(ink, 1505, 236, 1.1),
  );
}

/** Two papers, two ways, one goal. */
export function twoPapers() {
  const ink = inks.night;
  const upper = curve([[-40, 470], [130, 470], [270, 420], [380, 310], [560, 270], [760, 300], [950, 270], [1110, 320], [1230, 420], [1330, 450]]);
  const lower = curve([[270, 420], [350, 540], [480, 630], [680, 610], [880, 640], [1060, 600], [1180, 510], [1330, 450], [1470, 420], [1640, 440]]);
  let dots = '';
  for (let r = 0; r < 3; r++) for (let c = 0; c < 6; c++) dots += `<circle cx="${-130 + c * 52}" cy="${-52 + r * 52}" r="15" fill="${(c * 2 + r * 3) % 5 === 0 ? PAPER_INK : 'none'}" stroke="${PAPER_INK}" stroke-opacity=".5" stroke-width="3"/>`;
  return svg(
    WIDTH,
    HEIGHT,
    ground(ink, 44, [[730, 180, 420, 220, 0.42], [780, 760, 430, 200, 0.42], [1420, 400, 220, 240, 0.4]]) +
      trees(ink, 6, [[180, 680], [1490, 660], [1230, 220], [170, 260]], upper, { count: 10, spread: 70, size: 1.2 }) +
      path(ink, lower, { width: 16 }) + path(ink, upper, { width: 16 }) + path(ink, lower, { width: 16, bare: true }) +
      sheet(ink, 690, 300, 360, 190, -4, writing(PAPER_INK, -140, -58, 280, 4, 38, { opacity: 0.5 })) +
      sheet(ink, 800, 610, 360, 200, 3, dots) +
      stone(ink, 424, 262, { size: 1.9, label: 'I' }) + stone(ink, 470, 604, { size: 1.9, label: 'II' }) +
      flag(ink, 1400, 430, 1.4),
  );
}

/** The road runs onto ruled paper and becomes a hand; the pen is still at work. */
export function answer() {
  const ink = inks.day;
  const loops = [];
  for (let i = 0; i <= 7 * 12; i++) {
    const t = (i / 12) * Math.PI * 2;
    loops.push([520 + i * 5.6 + Math.sin(t) * 27, 520 - (i / 84) * 44 - (1 - Math.cos(t)) * 46]);
  }
  const trail = curve([[-40, 690], [110, 640], [250, 650], [370, 590], [450, 535], ...loops, [1050, 470], [1090, 440]], 4);
  let rules = '';
  for (let i = 0; i < 7; i++) rules += `M-440 ${-190 + i * 66}H440`;
  return svg(
    WIDTH,
    HEIGHT,
    ground(ink, 58, [[1430, 230, 330, 300, 0.5], [160, 250, 330, 240, 0.35]]) +
      trees(ink, 15, [[1480, 690], [150, 450]], trail, { count: 10, spread: 65, size: 1.2 }) +
      sheet(ink, 780, 450, 960, 560, -5, `<path d="${rules}" stroke="${ink.water}" stroke-opacity=".55" stroke-width="3"/><path d="M-350-262V262" stroke="${ink.brick}" stroke-opacity=".55" stroke-width="3"/>${writing(PAPER_INK, -320, -143, 690, 2, 66, { stroke: 9, opacity: 0.4, ragged: [1, 0.8] })}`) +
      path(ink, trail, { width: 14 }) +
      `<g transform="translate(1092 438) rotate(38) scale(1.2)"><path d="M0 0C-30-46-44-86-40-128H40C44-86 30-46 0 0Z" transform="translate(14 16)" fill="${ink.shade}" fill-opacity=".35" filter="url(#soft)"/>
<path d="M-34-128V-420A34 20 0 0 1 34-420V-128Z" fill="${ink.ink}"/><path d="M-22-420V-150" stroke="#fff" stroke-opacity=".16" stroke-width="9" stroke-linecap="round"/><rect x="-40" y="-158" width="80" height="34" rx="6" fill="${ink.pathDeep}" stroke="${ink.ink}" stroke-width="4"/>
<path d="M0 0C-28-44-40-84-36-124H36C40-84 28-44 0 0Z" fill="${ink.path}" stroke="${ink.ink}" stroke-width="4.5" stroke-linejoin="round"/><path d="M0-4V-66" stroke="${ink.ink}" stroke-width="4"/><circle cy="-74" r="9" fill="${ink.ink}"/></g>` +
      stones(ink, trail, [0.045], { size: 1.4 }),
  );
}

/** A maze with exactly one way from one side to the other. */
export function maze() {
  const ink = inks.night;
  const [cols, rows, s] = [15, 7, 74];
  const next = random(1905);
  const id = (c, r) => r * cols + c;
  const open = Array.from({ length: cols * rows }, () => new Set());
  const seen = new Set([id(0, 3)]);
  const stack = [[0, 3]];
  while (stack.length) {
    const [c, r] = stack[stack.length - 1];
    const ways = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(([dx, dy]) => [c + dx, r + dy]).filter(([x, y]) => x >= 0 && y >= 0 && x < cols && y < rows && !seen.has(id(x, y)));
    if (!ways.length) { stack.pop(); continue; }
    const [x, y] = ways[Math.floor(next() * ways.length)];
    open[id(c, r)].add(id(x, y));
    open[id(x, y)].add(id(c, r));
    seen.add(id(x, y));
    stack.push([x, y]);
  }
  const exit = id(cols - 1, 2);
  const from = new Map([[id(0, 3), -1]]);
  for (const queue = [id(0, 3)]; queue.length; ) {
    const at = queue.shift();
    for (const to of open[at]) if (!from.has(to)) { from.set(to, at); queue.push(to); }
  }
  const way = [];
  for (let at = exit; at !== -1; at = from.get(at)) way.unshift(at);
  const [x0, y0] = [800 - (cols * s) / 2, 450 - (rows * s) / 2];
  let walls = '';
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const [x, y] = [x0 + c * s, y0 + r * s];
      if (r === 0) walls += `M${x} ${y}h${s}`;
      if (c === 0 && r !== 3) walls += `M${x} ${y}v${s}`;
      if (c === cols - 1 ? r !== 2 : !open[id(c, r)].has(id(c + 1, r))) walls += `M${x + s} ${y}v${s}`;
      if (r === rows - 1 || !open[id(c, r)].has(id(c, r + 1))) walls += `M${x} ${y + s}h${s}`;
    }
  }
  const centre = (k) => [x0 + (k % cols) * s + s / 2, y0 + Math.floor(k / cols) * s + s / 2];
  const corners = way.map(centre);
  const trail = [[-40, corners[0][1]], ...corners, [1640, corners[corners.length - 1][1]]];
  const wall = `fill="none" stroke-linecap="round" stroke-linejoin="round"`;
  return svg(
    WIDTH,
    HEIGHT,
    ground(ink, 71, [[420, 260, 420, 300, 0.5], [1240, 660, 420, 300, 0.55]]) +
      `<path d="${walls}" ${wall} stroke="${ink.shade}" stroke-opacity=".5" stroke-width="13" transform="translate(4 9)" filter="url(#soft)"/><path d="${walls}" ${wall} stroke="${ink.casing}" stroke-width="15"/><path d="${walls}" ${wall} stroke="#8087c9" stroke-width="8"/>` +
      path(ink, trail, { width: 17 }) + stone(ink, 150, corners[0][1] - 20, { size: 1.5 }) + flag(ink, 1480, corners[corners.length - 1][1] - 6, 1.2),
  );
}

/** A folded map laid open. */
export function foldedMap() {
  const ink = inks.day;
  const [n, pw, ph, skew] = [6, 202, 530, 34];
  const x0 = 800 - (n * pw) / 2;
  const y0 = 450 - ph / 2;
  const inner = curve([[-30, 430], [90, 410], [220, 310], [360, 350], [470, 430], [620, 380], [720, 240], [850, 205], [970, 275], [1080, 215], [1260, 110]]);
  const map = `<g id="map"><g transform="translate(-120 -160)">${ground(inks.day, 8, [[700, 330, 210, 170, 0.85], [1080, 520, 170, 150, 0.45], [300, 360, 180, 160, 0.4]], { levels: 13, to: 1, base: 0.14, scale: 330 })}</g>
<path d="M420-10C400 80 470 130 440 210 410 290 330 300 300 380 280 430 300 490 300 560" fill="none" stroke="${ink.water}" stroke-width="11" stroke-linecap="round"/>${trees(ink, 2, [[240, 470], [990, 400], [520, 90]], inner, { count: 9, spread: 55, size: 1.05 })}${path(ink, inner, { width: 14 })}${stones(ink, inner, [0.2, 0.5], { size: 1.2 })}${flag(ink, 1110, 198, 1.05)}${compass(ink, 118, 118, 70, 8)}</g>`;
  let panels = '';
  for (let i = 0; i < n; i++) {
    const k = (i % 2 ? -1 : 1) * (skew / pw);
    const dy = i % 2 ? skew : 0;
    panels += `<g transform="matrix(1 ${k} 0 1 ${x0 + i * pw} ${y0 + dy - skew / 2})"><g clip-path="url(#panel)"><use href="#map" x="${-i * pw}"/></g><rect width="${pw}" height="${ph}" fill="${ink.shade}" fill-opacity="${i % 2 ? 0.12 : 0}"/><path d="M0 0V${ph}" stroke="${ink.shade}" stroke-opacity=".35" stroke-width="2"/></g>`;
  }
  const edge = (y) => Array.from({ length: n + 1 }, (_, i) => `${x0 + i * pw} ${y + (i % 2 ? skew / 2 : -skew / 2)}`);
  const outline = `M${edge(y0).join('L')}L${edge(y0 + ph).reverse().join('L')}Z`;
  return svg(
    WIDTH,
    HEIGHT,
    `<defs>${map}<clipPath id="panel"><rect width="${pw + 0.5}" height="${ph}"/></clipPath></defs>${ground(inks.night, 37, [[1300, 250, 420, 320, 0.5], [240, 640, 420, 300, 0.45]])}
<path d="${outline}" transform="translate(10 24)" fill="#04050f" fill-opacity=".6" filter="url(#float)"/>${panels}<path d="${outline}" fill="none" stroke="${ink.paper}" stroke-width="7" stroke-linejoin="round"/><path d="${outline}" fill="none" stroke="${ink.casing}" stroke-width="2"/>`,
  );
}
