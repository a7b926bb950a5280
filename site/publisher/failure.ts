import { setTimeout } from "node:timers/promises";
import type { Schemas } from "@academy/shared/api/client";

/** A route that could not be rendered as planned. The release has its last version, or none. */
export type Failure = Schemas["FailedPage"];

/**
 * Why pages were not rendered: the CMS did not store them (handover); or their process ended while it rendered one,
 * because that took too long (slow), because the process crashed or took too much memory (broken), or by a signal
 * (killed).
 */
export class RenderError extends Error {
  constructor(
    readonly kind: "handover" | "slow" | "broken" | "killed",
    message: string,
  ) {
    super(message);
  }
}

const REASON_LENGTH = 300;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Returns the sentence about a failed page that people read. Errors of libraries may quote all of their input. */
export function reasonOf(message: string): string {
  const line = message.replace(/\s+/g, " ").trim();
  const cut = line.length > REASON_LENGTH ? `${line.slice(0, REASON_LENGTH)}…` : line;
  return `The page could not be rendered: ${cut.replace(/[.\s]+$/, "")}.`;
}

/** Waits, longer after each try. */
export const pause = (tries: number) => setTimeout(100 * 2 ** tries);
