/** How often About must be clicked in a row to reach the sign-in page. */
export const CLICKS_NEEDED = 7;
/** The longest pause between two clicks of one row, in milliseconds. */
export const LONGEST_PAUSE = 8000;

/**
 * Counts clicks on About. The returned function takes the time of a click in milliseconds and answers
 * whether it is the seventh of a row in which each follows the previous within 8 seconds; then it starts afresh.
 */
export function secretTrigger(): (now: number) => boolean {
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (now) => {
    count = now - last <= LONGEST_PAUSE ? count + 1 : 1;
    last = now;
    if (count < CLICKS_NEEDED) return false;
    count = 0;
    last = Number.NEGATIVE_INFINITY;
    return true;
  };
}
