import { messageOf } from "@academy/shared/api/errors";
import { useConfirm } from "@/components/confirm";
import type { Outcome } from "@/components/DeleteEntry";
import { useAlert } from "@/components/useAlert";

interface Action {
  question: { message: string; confirm: string; danger?: boolean };
  /** What did not work, before the reason. */
  failure: string;
  run: () => Promise<void>;
}

/** Does something to the team once it was confirmed, and says so in a dialog when it did not work: why must be read. */
export function useAction(): (action: Action) => Promise<Outcome> {
  const confirm = useConfirm();
  const alert = useAlert();
  return async ({ question, failure, run }) => {
    if (!(await confirm(question))) return "kept";
    try {
      await run();
      return "done";
    } catch (error) {
      await alert(`${failure}: ${messageOf(error)}`);
      return "failed";
    }
  };
}
