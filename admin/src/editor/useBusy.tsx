import { type JSX, useState } from "react";

/** The file that a tool is storing: said to assistive technology by its name alone, and shown as a bar below the toolbar. */
export function useBusy(): {
  busy: JSX.Element;
  /** Runs a task; it may tell how far it is, in percent. */
  during: <T>(what: string, run: (onProgress: (percent: number) => void) => Promise<T>) => Promise<T>;
} {
  const [tasks, setTasks] = useState<readonly { what: string; percent: number | null }[]>([]);
  const during = async <T,>(what: string, run: (onProgress: (percent: number) => void) => Promise<T>): Promise<T> => {
    let task: (typeof tasks)[number] = { what, percent: null };
    setTasks((now) => [...now, task]);
    const change = (...next: typeof tasks) => {
      const former = task;
      task = next[0] ?? task;
      setTasks((now) => now.toSpliced(now.indexOf(former), 1, ...next));
    };
    try {
      return await run((percent) => change({ what, percent }));
    } finally {
      change();
    }
  };
  const [first] = tasks;
  const busy = (
    <>
      <span className="visually-hidden" role="status">
        {tasks.map(({ what }) => what).join(", ")}
      </span>
      {first && (
        <span
          className={first.percent === null ? "tool-busy" : "tool-progress"}
          style={first.percent === null ? undefined : { width: `${first.percent}%` }}
          aria-hidden="true"
        />
      )}
    </>
  );
  return { busy, during };
}
