import { Panel } from "./Panel";
import { Empty } from "./states";

/** A tab whose turn has not come. It says so instead of pretending. */
export function Later({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <Empty title="This part of the dashboard comes later">Nothing here is saved or shown yet.</Empty>
    </Panel>
  );
}
