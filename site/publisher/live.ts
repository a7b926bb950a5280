import type { CMS, Made, Release } from "./cms";
import type { Failure } from "./failure";

/** What the CMS has live, as far as this process knows; a release of somebody else's is noticed when one of ours is refused. */
export class Live {
  /** Empty before the first release, and before this was asked for. */
  release = "";
  fingerprint = "";
  partial = false;
  codeVersion = "";
  failures: Failure[] = [];
  private hashes = new Map<string, string>();

  constructor(private readonly cms: CMS) {}

  /** Asks what is live now: what differs from the release known here, or everything, after a look at every file. */
  async refresh({ verify = false } = {}): Promise<void> {
    const answer = await this.cms.live(verify ? "" : this.release, verify);
    if (!answer.since) this.hashes = new Map();
    for (const route of answer.removed ?? []) this.hashes.delete(route);
    for (const [route, hash] of Object.entries(answer.routes)) this.hashes.set(route, hash);
    this.release = answer.release;
    this.fingerprint = answer.fingerprint;
    this.partial = answer.partial;
    this.codeVersion = answer.code_version;
    this.failures = answer.failures;
  }

  /** A release has gone live that was made here. */
  replaced(by: Release, { release, unpatched }: Made): void {
    const patched = by.patches.flatMap(({ routes }) => Object.entries(routes));
    for (const [route, hash] of patched) if (!unpatched.includes(route)) this.hashes.set(route, hash);

    for (const route of by.removed) this.hashes.delete(route);
    for (const [route, { hash }] of Object.entries(by.routes)) this.hashes.set(route, hash);
    this.release = release;
    if (!by.partial) this.fingerprint = by.fingerprint;
    this.partial = by.partial;
    this.codeVersion = by.code_version;
    this.failures = by.failures;
  }

  /** The hash that a route was last released with; empty where it has to be rendered anew whatever it was. */
  hashOf(route: string): string | undefined {
    return this.hashes.get(route);
  }

  routes(): Iterable<string> {
    return this.hashes.keys();
  }
}
