// A signature is believed for five minutes before and after the sender's time.
const BELIEVED_MS = 600_000;
const MOST = 10_000;

/**
 * Knows messages, by what is signed of each, for as long as their signatures are believed, so that a copy of one has no
 * effect. Whoever sends a message again signs it again. Past a number the oldest are forgotten; only who has the key can
 * get there.
 */
export class Replays {
  private readonly until = new Map<string, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether a message has not been seen before. */
  first(signed: string): boolean {
    for (const [oldest, until] of this.until) {
      if (this.until.size < MOST && until > this.now()) break;
      this.until.delete(oldest);
    }
    if (this.until.has(signed)) return false;
    this.until.set(signed, this.now() + BELIEVED_MS);
    return true;
  }
}
