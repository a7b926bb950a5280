import type { Schemas } from "@academy/shared/api/client";
import type { CMS, Release } from "./cms";
import type { Failure } from "./failure";

/** The live release, as far as this process knows. If another publisher made one, the CMS refuses our next. */
export class Live {
  /** Empty before the first release, and until the CMS was asked. */
  release = "";
  fingerprint = "";
  partial = false;
  codeVersion = "";
  failures: Failure[] = [];
  /** The hash that each route was last released with; empty for routes that must be rendered again. */
  readonly hashes = new Map<string, string>();

  constructor(private readonly cms: CMS) {}

  /** Asks for the difference to the known release. With `verify`, the CMS verifies all files and returns all routes. */
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
    // The next patch would not fit these pages either.
    for (const route of unpatched) this.hashes.set(route, "");
    for (const [route, { hash }] of Object.entries(by.routes)) this.hashes.set(route, hash);
    if (!by.partial) this.fingerprint = by.fingerprint;
    const { partial, code_version: codeVersion, failures } = by;
    Object.assign(this, { release, partial, codeVersion, failures });
  }
}
