// Wide views: the home page's background, the about page, the NCERT poster.
import { curve, pointAt } from '../lib/curve.mjs';
import { terrainNoise } from '../lib/noise.mjs';
import { flag, hill, inks, letters, path, relief, stones, svg, trees } from '../lib/sheet.mjs';

/** The home page's background: low, calm ground on the left for text, the climb on the right. */
export function hero(theme) {
  const ink = inks[theme];
  const [w, h] = [2400, 1350];
  const noise = terrainNoise(11, 620, 3);
  const massif = hill(1830, 480, 520, 460, 0.95);
  const shoulder = hill(2300, 1000, 420, 330, 0.42);
  const spur = hill(1380, 930, 330, 240, 0.3);
  const height = (x, y) => {
    const right = 1 / (1 + Math.exp(-(x - 1080) / 210));
    return 0.1 + massif(x, y) + shoulder(x, y) + spur(x, y) + noise(x, y) * (0.045 + 0.15 * right) + 0.05 * right;
  };
  const trail = curve([
    [-40, 1240], [260, 1180], [560, 1215], [860, 1150], [1120, 1060], [1330, 1075], [1520, 985], [1440, 860], [1560, 770], [1790, 800], [2010, 745], [2090, 590], [2010, 440], [1830, 400], [1720, 500], [1780, 615], [1880, 570],
  ]);
  const [sx, sy] = pointAt(trail, 1);
  return svg(
    w,
    h,
    relief(ink, height, w, h, { levels: 15, from: 0.04, to: 1.12, step: 12, line: 1.8 }) +
      trees(ink, 5, [[1180, 1190], [2080, 860], [1330, 700], [2140, 560], [690, 1290], [1640, 1130]], trail, { count: 12, spread: 70, size: 1.25 }) +
      path(ink, trail, { width: 15, walked: 0.715 }) +
      stones(ink, trail, [0.29, 0.5, 0.655], { size: 1.2 }) +
      flag(ink, sx, sy, 1.3),
  );
}

/** The about page: a wide country with the academy's word in it, its headline being the path. */
export function about() {
  const ink = inks.day;
  const [w, h] = [2000, 900];
  const noise = terrainNoise(23, 480, 3);
  const a = hill(300, 700, 420, 260, 0.4);
  const b = hill(1720, 180, 430, 280, 0.55);
  const height = (x, y) => 0.12 + a(x, y) + b(x, y) + noise(x, y) * 0.13;
  const trail = curve([[-40, 560], [140, 500], [330, 400], [470, 368], [580, 362], [720, 362], [1000, 362], [1280, 362], [1400, 358], [1520, 320], [1640, 250], [1810, 250], [2040, 170]]);
  return svg(
    w,
    h,
    relief(ink, height, w, h, { levels: 12, from: 0.02, to: 0.9 }) +
      letters(ink, 'अध्व', 985, 660, 480, 'AnekDeva', { rings: 5, ring: 25 }) +
      trees(ink, 8, [[230, 700], [1640, 660], [1790, 420], [330, 210]], trail, { count: 11, spread: 75, size: 1.2 }) +
      path(ink, trail, { width: 20 }) +
      stones(ink, trail, [0.12, 0.87], { size: 1.15 }),
  );
}

/** The NCERT poster: seven milestones, Classes 6 to 12, up one mountain. */
export function poster() {
  const ink = inks.day;
  const [w, h] = [1200, 1500];
  const noise = terrainNoise(42, 430, 3);
  const peak = hill(640, 330, 430, 420, 0.85);
  const foot = hill(380, 960, 420, 360, 0.42);
  const side = hill(1050, 1120, 330, 280, 0.3);
  const height = (x, y) => 0.1 + peak(x, y) + foot(x, y) + side(x, y) + noise(x, y) * 0.13;
  const trail = curve([
    [-40, 1400], [200, 1370], [480, 1400], [800, 1370], [1000, 1270], [930, 1150], [700, 1120], [420, 1110], [220, 1010], [290, 880], [520, 850], [780, 860], [960, 770], [900, 640], [690, 620], [450, 600], [350, 480], [460, 370], [640, 390], [800, 360], [760, 250], [640, 225],
  ]);
  const at = [0.075, 0.205, 0.345, 0.49, 0.6, 0.745, 0.875];
  return svg(
    w,
    h,
    relief(ink, height, w, h, { levels: 14, from: 0.03, to: 1.02, line: 1.7 }) +
      trees(ink, 3, [[640, 1250], [120, 1180], [1080, 930], [470, 985], [180, 720], [1010, 480], [620, 740]], trail, { count: 9, spread: 64, size: 1.25, avoid: at.map((f) => [...pointAt(trail, f), 80]) }) +
      path(ink, trail, { width: 16 }) +
      stones(ink, trail, at, { size: 1.75, labels: ['6', '7', '8', '9', '10', '11', '12'] }) +
      flag(ink, 640, 225, 1.35),
  );
}
