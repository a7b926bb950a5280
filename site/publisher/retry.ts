// A failure may have been the machine's, or the CMS's for a moment. The content itself cannot make it succeed.
const FIRST = 60_000;
const MOST = 3_600_000;

/** Says from time to time that what failed is worth another try, less and less often while it goes on failing. */
export class Retry {
  private timer: NodeJS.Timeout | undefined;
  private wait: number;

  constructor(
    private readonly again: () => void,
    private readonly first = FIRST,
  ) {
    this.wait = first;
  }

  /** Begins to wait unless it does already. */
  start(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.wait = Math.min(2 * this.wait, MOST);
      this.again();
    }, this.wait).unref();
  }

  /** What is waited for is over, or begins from the start because something else has failed. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.wait = this.first;
  }
}
