import type { Schemas } from "@academy/shared/api/client";
import type { CMS, Release } from "./cms";
import type { Failure } from "./failure";

/** The live release as this process last knew it: another publisher's is noticed when the CMS refuses one of ours. */
export class Live {
  /** Empty before the first release, and until the CMS was asked. */
  release = "";
  fingerprint = "";
  partial = false;
  codeVersion = "";
  failures: Failure[] = [];
  /** What each route was last released with; empty where it has to be rendered anew. */
  readonly hashes = new Map<string, string>();

  constructor(private readonly cms: CMS) {}

  /** Asks for what differs from the release known here. With `verify`, the CMS looks at every file, and says everything. */
  async refresh({ verify = false } = {}): Promise<void> {
    const answer = await this.cms.live(verify ? "" : this.release, verify);
    if (!answer.since) this.hashes.clear();
    for (const route of answer.removed ?? []) this.hashes.delete(route);
    for (const [route, hash] of Object.entries(answer.routes)) this.hashes.set(route, hash);
    const { release, fingerprint, partial, code_version: codeVersion, failures } = answer;
    Object.assign(this, { release, fingerprint, partial, codeVersion, failures });
  }

  /** A release of ours went live. */
  replaced(by: Release, { release, unpatched }: Schemas["Made"]): void {
    for (const route of by.removed) this.hashes.delete(route);
    for (const { routes } of by.patches)
      for (const [route, hash] of Object.entries(routes)) this.hashes.set(route, hash);
    // A page that its group's patch did not fit would not fit the next one either.
    for (const route of unpatched) this.hashes.set(route, "");
    for (const [route, { hash }] of Object.entries(by.routes)) this.hashes.set(route, hash);
    if (!by.partial) this.fingerprint = by.fingerprint;
    const { partial, code_version: codeVersion, failures } = by;
    Object.assign(this, { release, partial, codeVersion, failures });
  }
}
