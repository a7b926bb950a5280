const DISTANCE = 45;
const SPEED = 0.11;

/** Whether a drag of so many pixels in so many milliseconds throws a toast away. */
export function isSwipe(pixels: number, milliseconds: number): boolean {
  if (pixels <= 0) return false;
  return pixels >= DISTANCE || pixels / Math.max(milliseconds, 1) > SPEED;
}
