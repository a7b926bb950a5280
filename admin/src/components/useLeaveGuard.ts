import { useEffect } from "react";
import { useBlocker } from "react-router";
import { useConfirm } from "./confirm";

interface Question {
  message: string;
  cancel: string;
  danger?: boolean;
}

/** Asks before somebody leaves what is not saved: another place of the dashboard, or the dashboard itself. */
export function useLeaveGuard(isDirty: () => boolean, { message, cancel, danger }: Question) {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      isDirty() && there.pathname !== "/auth" && there.pathname + there.search !== here.pathname + here.search,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void confirm({ message, confirm: "Leave", cancel, danger }).then((leave) =>
      leave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, confirm, message, cancel, danger]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isDirty]);
}
