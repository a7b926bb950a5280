import type { Chrome } from "./routes";

/** A page that the publisher has asked Next for, with all that it is rendered from. */
export interface Prepared {
  path: string;
  /** Null where the page has no layout. */
  chrome: Chrome | null;
  inputs: object;
  /** Why it could not be rendered. */
  problem?: string;
}

/** The header of a request that names its entry in the registry. */
export const NAME = "x-prepared";

// The render process and the code that Next bundles each have a copy of this module.
const KEY = Symbol.for("academy.prepared");
const shared = globalThis as { [KEY]?: Map<string, Prepared> };
shared[KEY] ??= new Map();

/** The pages that are being rendered, by the names in their requests. */
export const registry = shared[KEY];
