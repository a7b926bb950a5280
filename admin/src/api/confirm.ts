import { useSyncExternalStore } from "react";
import { signal } from "./signal";

/**
 * Some calls ask who calls again: they wait here until the person has confirmed that it is them, in one dialog for all
 * of them, and are sent again then.
 */
let waiting: ((confirmed: boolean) => void)[] = [];
/** The number of dialogs to ask in. */
let dialogs = 0;
const changed = signal();

/** Reports whether an answer refuses a call that needs a confirmation. */
export async function needsConfirmation(answer: Response): Promise<boolean> {
  if (answer.status !== 403) return false;
  const problem: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  const { type } = (problem ?? {}) as { type?: string };
  return type?.endsWith("/confirm") ?? false;
}

/** Waits until the person has confirmed that it is them; false when they do not want to, or there is nobody to ask. */
export function confirmed(): Promise<boolean> {
  if (dialogs === 0) return Promise.resolve(false);
  return new Promise((answer) => {
    waiting = [...waiting, answer];
    changed.emit();
  });
}

/** Reports whether a call waits for a confirmation. */
export const useAsked = (): boolean => useSyncExternalStore(changed.on, () => waiting.length > 0);

/** Registers a dialog to ask in, until the returned function is called. */
export function askHere(): () => void {
  dialogs++;
  return () => {
    dialogs--;
    settle(false);
  };
}

/** Ends the wait: the person has confirmed that it is them, or does not want to. */
export function settle(answer: boolean) {
  const asked = waiting;
  waiting = [];
  changed.emit();
  for (const go of asked) go(answer);
}
