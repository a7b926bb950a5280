import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { type Question, useConfirm } from "@/ui/confirm";

interface Guard extends Pick<Question, "message" | "cancel" | "danger"> {
  dirty: boolean;
}

const GuardsContext = createContext<Set<Guard> | null>(null);

/**
 * Asks before somebody leaves what is not saved: another place of the dashboard, or the dashboard itself. The router
 * takes one blocker, so that there is one guard for all forms.
 */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const [guards] = useState(() => new Set<Guard>());
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      unsaved(guards) !== undefined &&
      there.pathname !== "/auth" &&
      there.pathname + there.search !== here.pathname + here.search,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const guard = unsaved(guards);
    if (!guard) return blocker.proceed();
    const { message, cancel, danger } = guard;
    void confirm({ message, confirm: "Leave", cancel, danger }).then((leave) =>
      leave ? blocker.proceed() : blocker.reset(),
    );
  }, [blocker, confirm, guards]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved(guards)) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [guards]);
  return <GuardsContext value={guards}>{children}</GuardsContext>;
}

const unsaved = (guards: ReadonlySet<Guard>) => [...guards].find(({ dirty }) => dirty);

/**
 * Has this question asked while a form is `dirty`. The returned function lets people leave at once: what was typed is
 * saved or given up, and that is not drawn yet.
 */
export function useLeaveGuard(dirty: boolean, question: Omit<Guard, "dirty">): () => void {
  const guards = useContext(GuardsContext);
  const [guard] = useState<Guard>(() => ({ ...question, dirty }));
  Object.assign(guard, question, { dirty });
  useEffect(() => {
    guards?.add(guard);
    return () => void guards?.delete(guard);
  }, [guards, guard]);
  return () => {
    guard.dirty = false;
  };
}
