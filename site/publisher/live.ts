import type { CMS, LiveRelease, Made, Release } from "./cms";

/** What the CMS has live, as far as this process knows; a release of somebody else's is noticed when one of ours is refused. */
export class Live {
  /** Empty before the first release, and before this was asked for. */
  release = "";
  fingerprint = "";
  partial = false;
  codeVersion = "";
  failures: LiveRelease["failures"] = [];
  private hashes = new Map<string, string>();

  constructor(private readonly cms: CMS) {}

  /** Asks what is live now: what differs from the release known here, or everything, after a look at every file. */
  async refresh({ verify = false } = {}): Promise<void> {
    const answer = await this.cms.live(verify ? "" : this.release, verify);
    if (!answer.since) this.hashes = new Map();
    this.note(Object.entries(answer.routes), answer.removed ?? []);
    const { release, fingerprint, partial, code_version: codeVersion, failures } = answer;
    Object.assign(this, { release, fingerprint, partial, codeVersion, failures });
  }

  /** A release has gone live that was made here. */
  replaced(by: Release, { release, unpatched }: Made): void {
    const patched = by.patches.flatMap(({ routes }) => Object.entries(routes));
    const rendered = Object.entries(by.routes).map(([route, { hash }]) => [route, hash] as const);
    // What the patch of its group did not fit would not fit the next one either.
    this.note([...patched, ...unpatched.map((route) => [route, ""] as const), ...rendered], by.removed);
    if (!by.partial) this.fingerprint = by.fingerprint;
    const { partial, code_version: codeVersion, failures } = by;
    Object.assign(this, { release, partial, codeVersion, failures });
  }

  /** The hash that a route was last released with; empty where it has to be rendered anew whatever it was. */
  hashOf(route: string): string | undefined {
    return this.hashes.get(route);
  }

  routes(): Iterable<string> {
    return this.hashes.keys();
  }

  private note(changed: Iterable<readonly [string, string]>, removed: string[]): void {
    for (const route of removed) this.hashes.delete(route);
    for (const [route, hash] of changed) this.hashes.set(route, hash);
  }
}
