import type { Chrome } from "./routes";

/**
 * The publisher's render process puts the finished inputs here, by path, before it renders; it is there, empty, before
 * the first page's code is loaded. In a full build it is not, and inputs are computed from the whole snapshot.
 */
export const INPUTS = Symbol.for("academy.inputs");

/** What the publisher's render process renders next. */
export type Prepared = { chrome: Chrome | null; pages: Map<string, object> };

export const registry = globalThis as { [INPUTS]?: Prepared };
