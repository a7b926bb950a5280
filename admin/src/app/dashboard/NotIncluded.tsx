import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";

/** Stands where somebody followed an address to what the own role does not include. */
export function NotIncluded({ title }: { title: string }) {
  return (
    <Panel title={title}>
      <Empty title="Your role does not include this">Ask an administrator if something needs to change here.</Empty>
    </Panel>
  );
}
