// While a release is live, people wait for what comes next; before the first one nobody can.
const LIVE_MS = 200;
const FIRST_MS = 1_000;
const FEWEST = 8;
const MOST = 128;

/**
 * How many routes to render before the next look at what else has changed. A single edit never waits for more than one
 * batch, so a batch is a time, whatever the machine and the kind of page.
 */
export class Pace {
  private perRoute = 12;

  size(live: boolean): number {
    const routes = Math.round((live ? LIVE_MS : FIRST_MS) / this.perRoute);
    return Math.min(MOST, Math.max(FEWEST, routes));
  }

  /** Takes note of how long a batch took. */
  note(routes: number, ms: number): void {
    // Of a few routes most of the time is not rendering.
    if (routes >= FEWEST) this.perRoute = Math.max(0.1, (this.perRoute + ms / routes) / 2);
  }
}
