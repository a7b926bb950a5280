import { Button } from "@mantine/core";
import { useMay } from "@/api/session";
import type { Delivery } from "@/api/types";
import { type Column, DataTable } from "@/lists/DataTable";
import { useList } from "@/lists/useList";
import {
  type DeliveryState,
  fetchDeliveries,
  NAME,
  redeliver,
  refreshInterval,
  useRecentEndpoints,
} from "@/resources/deliveries";
import { refreshEndpoints, useEndpoints } from "@/resources/webhooks";
import { formatMoment } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { toast } from "@/ui/toasts";
import { useAction } from "@/ui/useAction";
import { nameOf, outcomeOf, PUBLISHER, reasonOf, STATES } from "./deliveryWords";
import "./webhooks.css";

const COLUMNS: readonly Column<Delivery>[] = [
  {
    name: "Last try",
    figures: true,
    cell: ({ last_attempt_at: at }) => <time dateTime={at}>{formatMoment(at)}</time>,
  },
  { name: "Endpoint", cell: nameOf },
  { name: "State", cell: (delivery) => <State delivery={delivery} /> },
  { name: "Tries", figures: true, cell: ({ attempts }) => attempts },
  { name: "Answer", figures: true, cell: ({ status_code }) => status_code || "none" },
  { name: "Actions", actions: true, cell: (delivery) => <Redeliver delivery={delivery} /> },
];
const ANY_STATE = [
  { value: "", label: "All states" },
  ...Object.entries(STATES).map(([value, label]) => ({ value, label })),
];

/** What was sent to the publisher and to webhooks, and what became of it. */
export function Deliveries() {
  const endpoints = useEndpointNames();
  const list = useList({
    name: NAME,
    fetchPage: fetchDeliveries,
    perPage: 20,
    filters: { endpoint: "", state: "" as DeliveryState | "" },
    refreshInterval,
  });
  return (
    <Panel title="Deliveries" subtitle="The last messages to the publisher and to each webhook, newest first.">
      <DataTable
        name={NAME}
        className="deliveries"
        list={list}
        columns={COLUMNS}
        searchable={false}
        filters={[
          { key: "endpoint", label: "Endpoint", options: [{ value: "", label: "All endpoints" }, ...endpoints] },
          { key: "state", label: "State", options: ANY_STATE },
        ]}
        failed="The deliveries could not be loaded"
        empty={<Empty title="No deliveries yet">Each message appears here with its result.</Empty>}
        nothing={<Empty title="Nothing found">Choose another endpoint or state.</Empty>}
      />
    </Panel>
  );
}

/** Everybody who is or was told, by name. */
function useEndpointNames() {
  const may = useMay();
  const { data } = useEndpoints(may("webhooks:write"));
  const names = new Map(useRecentEndpoints());
  for (const { id, name } of data ?? []) names.set(id, name);
  names.set(PUBLISHER, "Publisher");
  const options = [...names].map(([value, label]) => ({ value, label }));
  return options.sort((a, b) => a.label.localeCompare(b.label));
}

function State({ delivery }: { delivery: Delivery }) {
  const { state, error, next_try_at } = delivery;
  return (
    <div>
      <span className="status" data-status={state}>
        {STATES[state]}
      </span>
      {error && <p className="delivery-reason">{reasonOf(delivery)}</p>}
      {next_try_at && (
        <p className="delivery-next figures">
          Next try at <time dateTime={next_try_at}>{formatMoment(next_try_at)}</time>
        </p>
      )}
    </div>
  );
}

function Redeliver({ delivery }: { delivery: Delivery }) {
  const { act, busy } = useAction();
  const again = async () => {
    const sent: Delivery[] = [];
    await act({
      run: async () => {
        sent.push(await redeliver(delivery.id));
        await refreshEndpoints();
      },
      failed: "Failed to send it again",
    });
    // The button is free by then: somebody who reads that it failed may press it at once.
    for (const result of sent) {
      if (result.state === "delivered") toast.success(outcomeOf(result));
      else toast.error(outcomeOf(result));
    }
  };
  return (
    <Button
      variant="default"
      size="xs"
      loading={busy}
      aria-label={`Redeliver to ${nameOf(delivery)}, ${formatMoment(delivery.last_attempt_at)}`}
      onClick={again}
    >
      Redeliver
    </Button>
  );
}
