import { messageOf } from "@academy/shared/api/errors";
import type { ToastButton } from "@academy/shared/toast/toast";
import { useState } from "react";
import { type Question, useConfirm } from "./confirm";
import { toast } from "./toasts";
import { useAlert } from "./useAlert";

/** What came of an action: it was not confirmed, it is done, or it failed and that was told. */
export type Outcome = "cancelled" | "done" | "failed";

interface Action<R> {
  /** Asked before it is done. */
  question?: Question;
  run: () => Promise<R>;
  /** What is told when it is done. */
  done?: string;
  /** A sentence below it, made from the result. */
  detail?: (result: R) => string;
  /** What takes it back, as long as it is told. */
  undo?: (result: R) => ToastButton | undefined;
  /** What did not work, before the reason. */
  failed: string;
  /** Why it did not work is told in a dialog: it must be read before going on. */
  mustRead?: boolean;
}

/** Does what a button says, and tells how it went; `busy` while it is under way. */
export function useAction() {
  const [busy, setBusy] = useState(false);
  const confirm = useConfirm();
  const alert = useAlert();
  const act = async <R>({
    question,
    run,
    done,
    detail,
    undo,
    failed,
    mustRead = false,
  }: Action<R>): Promise<Outcome> => {
    if (question && !(await confirm(question))) return "cancelled";
    setBusy(true);
    let result: R;
    try {
      result = await run();
    } catch (error) {
      setBusy(false);
      if (mustRead) await alert(`${failed}: ${messageOf(error)}`);
      else toast.failure(failed, error);
      return "failed";
    }
    setBusy(false);
    if (done) toast.success(done, { detail: detail?.(result), button: undo?.(result) });
    return "done";
  };
  return { act, busy };
}
