import type { Schemas } from "@academy/shared/api/client";
import type { CMS, Release } from "./cms";
import type { Failure } from "./failure";

/** What the CMS has live, as far as this process knows; a release of somebody else's is noticed when one of ours is refused. */
export class Live {
  /** Empty before the first release, and before this was asked for. */
  release = "";
  fingerprint = "";
  partial = false;
  codeVersion = "";
  failures: Failure[] = [];
  /** What each route was last released with; empty where it has to be rendered anew whatever it was. */
  readonly hashes = new Map<string, string>();

  constructor(private readonly cms: CMS) {}

  /** Asks what is live now: what differs from the release known here, or everything, after a look at every file. */
  async refresh({ verify = false } = {}): Promise<void> {
    const answer = await this.cms.live(verify ? "" : this.release, verify);
    if (!answer.since) this.hashes.clear();
    for (const route of answer.removed ?? []) this.hashes.delete(route);
    for (const [route, hash] of Object.entries(answer.routes)) this.hashes.set(route, hash);
    const { release, fingerprint, partial, code_version: codeVersion, failures } = answer;
    Object.assign(this, { release, fingerprint, partial, codeVersion, failures });
  }

  /** A release has gone live that was made here. */
  replaced(by: Release, { release, unpatched }: Schemas["Made"]): void {
    for (const route of by.removed) this.hashes.delete(route);
    for (const { routes } of by.patches)
      for (const [route, hash] of Object.entries(routes)) this.hashes.set(route, hash);
    // What the patch of its group did not fit would not fit the next one either.
    for (const route of unpatched) this.hashes.set(route, "");
    for (const [route, { hash }] of Object.entries(by.routes)) this.hashes.set(route, hash);
    if (!by.partial) this.fingerprint = by.fingerprint;
    const { partial, code_version: codeVersion, failures } = by;
    Object.assign(this, { release, partial, codeVersion, failures });
  }
}
