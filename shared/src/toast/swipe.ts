/** A toast closes when it was dragged this far, in pixels, … */
const SWIPE_DISTANCE = 45;
/** … or this fast, in pixels a millisecond. */
const SWIPE_SPEED = 0.11;

/** Whether a drag of `distance` pixels in `time` milliseconds closes a toast. */
export const sweptAway = (distance: number, time: number) =>
  distance >= SWIPE_DISTANCE || (distance > 0 && distance / Math.max(time, 1) > SWIPE_SPEED);
