import { Trash } from "@/history/Trash";
import { Panel } from "@/ui/Panel";

/** Whatever was deleted and can be had back. */
export function TrashView() {
  return (
    <Panel title="Trash" subtitle="What was deleted, newest first. Restored, it is as it was.">
      <Trash />
    </Panel>
  );
}
