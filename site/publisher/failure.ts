import { setTimeout } from "node:timers/promises";
import type { Schemas } from "@academy/shared/api/client";

/** A route that could not be rendered as it is planned. The release has it as it was rendered last, or not at all. */
export type Failure = Schemas["FailedPage"];

/**
 * Why pages were not rendered: the CMS did not take them (handover); or their process ended with one in hand, because that
 * took too long (slow), because the process broke or took too much memory (broken), or by a signal (killed).
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

/** The sentence that people read about a failed page; errors of libraries may quote all that they were given. */
export function reasonOf(message: string): string {
  const line = message.replace(/\s+/g, " ").trim();
  const cut = line.length > REASON_LENGTH ? `${line.slice(0, REASON_LENGTH)}…` : line;
  return `The page could not be rendered: ${cut.replace(/[.\s]+$/, "")}.`;
}

/** Waits longer with each try. */
export const pause = (tries: number) => setTimeout(100 * 2 ** tries);
