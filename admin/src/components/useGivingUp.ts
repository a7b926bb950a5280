import { hasStatus } from "@academy/shared/api/errors";
import { useConfirm } from "./confirm";
import { toast } from "./toasts";
import type { Revised } from "./useConflict";
import type { HeldForm } from "./useHeld";
import type { Unsaved } from "./useUnsaved";
import type { Working } from "./useWorkingCopy";

/** The ways to give up what a form holds. */
export function useGivingUp<S extends Revised, F extends object>(
  { kind, now, put, revision, opened, givenUp }: HeldForm<S, F>,
  working: Working<S, F>,
  unsaved: Unsaved<S, F>,
) {
  const confirm = useConfirm();

  /** Back to what the form was opened with. */
  const discard = () => {
    givenUp.current++;
    unsaved.settle();
    put({ form: opened.current });
    unsaved.forgetRestored();
    revision.current = now.current.copy?.over ?? now.current.stored?.revision;
  };
  /** Gives up what is not published; the form begins with what is stored. */
  const discardCopy = async () => {
    await working.discard();
    opened.current = now.current.base;
    revision.current = now.current.stored?.revision;
    unsaved.forgetRestored();
  };
  /** Gives up what was typed since the form was opened, unless somebody who is asked wants to go on with it. */
  const giveUp = async (detail: string | undefined) => {
    if (kind.same(now.current.form, opened.current)) return true;
    let asDraft = false;
    const keepIt = () => {
      asDraft = true;
    };
    const sure = await confirm({
      message: `Give up the changes to this ${kind.what}?`,
      detail,
      cancel: kind.goOn,
      confirm: "Give up changes",
      instead: kind.copies && { label: "Keep as draft", run: keepIt },
    });
    if (!sure && !asDraft) return false;
    givenUp.current++;
    if (sure) put({ form: opened.current });
    try {
      await working.keep();
    } catch (error) {
      // What somebody else has saved meanwhile is not one's own to give up.
      if (!(sure && hasStatus(error, 412))) {
        toast.failure("Failed to save draft", error);
        return false;
      }
    }
    unsaved.settle();
    return true;
  };
  return { discard, discardCopy, giveUp };
}
