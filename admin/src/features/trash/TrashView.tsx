import { Trash } from "@/history/Trash";
import { Panel } from "@/ui/Panel";

/** Whatever was deleted and can be had back. */
export function TrashView() {
  return (
    <Panel title="Trash" subtitle="Deleted items, newest first. Restoring one brings it back as it was.">
      <Trash />
    </Panel>
  );
}
