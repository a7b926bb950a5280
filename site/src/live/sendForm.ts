import type { Schemas } from "@academy/shared/api/client";
import { hasStatus } from "@academy/shared/api/errors";
import type { Work } from "./work";

type SentFrom = Schemas["SentFrom"];

/** The name of the field of each EarlyForm that people do not see, and no browser fills in by itself. */
export const TRAP = "topic";

/**
 * Sends a form with how it was filled in. If the server asks for work first, because that looks like a program, the work
 * is done and the form is sent again.
 */
export async function sendForm<T>(form: HTMLFormElement, send: (from: SentFrom) => Promise<T>): Promise<T> {
  const from: SentFrom = { path: location.pathname, after_ms: Math.round(performance.now()) };
  if (new FormData(form).get(TRAP)) from.trap = true;
  try {
    return await send(from);
  } catch (error) {
    if (!hasStatus(error, 428) || !error.problem?.work) throw error;
    const { solve } = await import("./work");
    return send({ ...from, work: await solve(error.problem.work as Work) });
  }
}
