const BATCH_MS = 200;
const FEWEST = 8;
const MOST = 128;

/**
 * How many routes to render before the next look at what else has changed. A single edit never waits for more than one
 * batch, so a batch is a time, whatever the machine and the kind of page.
 */
export class Pace {
  private perRoute = 12;

  /** Before the first release nobody can wait for anything but all of it. */
  size(live: boolean): number {
    return live ? Math.min(MOST, Math.max(FEWEST, Math.round(BATCH_MS / this.perRoute))) : MOST;
  }

  /** Takes note of how long a batch took. */
  note(routes: number, ms: number): void {
    // Of a few routes most of the time is not rendering.
    if (routes >= FEWEST) this.perRoute = Math.max(0.1, (this.perRoute + ms / routes) / 2);
  }
}
