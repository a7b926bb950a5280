import { Button, NativeSelect } from "@mantine/core";
import { useState } from "react";
import { useSession } from "@/api/session";
import type { Delivery } from "@/api/types";
import { formatMoment } from "@/components/format";
import { Pages } from "@/components/Pages";
import { Panel } from "@/components/Panel";
import { Empty, Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useLoadFailure } from "@/components/useLoadFailure";
import { type DeliveryState, redeliver, useDeliveries, useRecentEndpoints } from "./deliveries";
import { nameOf, outcomeOf, PUBLISHER, reasonOf, STATES } from "./deliveryWords";
import { refreshEndpoints, useEndpoints } from "./endpoints";
import "@/components/table.css";
import "./webhooks.css";

const PAGE = 20;

/** What was sent to the publisher and to webhooks, and what became of it. */
export function Deliveries() {
  const [endpoint, setEndpoint] = useState("");
  const [state, setState] = useState<DeliveryState | "">("");
  const [pageNumber, setPageNumber] = useState(1);
  const { data, error, mutate } = useDeliveries({ endpoint, state, limit: PAGE, offset: (pageNumber - 1) * PAGE });
  useLoadFailure(data ? undefined : error);
  const filtered = endpoint !== "" || state !== "";

  return (
    <Panel title="Deliveries" subtitle="The last messages to the publisher and to each webhook, newest first.">
      <div className="filters">
        <EndpointFilter
          value={endpoint}
          onChange={(value) => {
            setEndpoint(value);
            setPageNumber(1);
          }}
        />
        <NativeSelect
          label="State"
          name="state"
          data={[
            { value: "", label: "Any state" },
            ...Object.entries(STATES).map(([value, label]) => ({ value, label })),
          ]}
          value={state}
          onChange={(event) => {
            setState(event.currentTarget.value as DeliveryState | "");
            setPageNumber(1);
          }}
        />
        <p className="filters-count figures" role="status">
          {data && `${data.total.toLocaleString("en-IN")} ${filtered ? "found" : "in all"}`}
        </p>
      </div>
      {!data && error !== undefined && (
        <Failure title="The deliveries could not be loaded" error={error} onRetry={() => mutate()} />
      )}
      {!data && error === undefined && <Loading />}
      {data?.items.length === 0 &&
        (filtered ? (
          <Empty title="Nothing matches">Choose another endpoint or state.</Empty>
        ) : (
          <Empty title="Nothing was sent yet">Each message appears here with what became of it.</Empty>
        ))}
      {data && data.items.length > 0 && <DeliveriesTable deliveries={data.items} />}
      {data && (
        <Pages of="deliveries" count={Math.ceil(data.total / PAGE)} current={pageNumber} onTurn={setPageNumber} />
      )}
    </Panel>
  );
}

function EndpointFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { user } = useSession();
  const { data } = useEndpoints(user?.role === "administrator");
  const names = new Map(useRecentEndpoints());
  for (const { id, name } of data ?? []) names.set(id, name);
  names.set(PUBLISHER, "Publisher");
  return (
    <NativeSelect
      label="Endpoint"
      name="endpoint"
      data={[
        { value: "", label: "Everybody" },
        ...[...names]
          .map(([id, name]) => ({ value: id, label: name }))
          .toSorted((a, b) => a.label.localeCompare(b.label)),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function DeliveriesTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <table className="table deliveries" aria-label="Deliveries">
      <thead>
        <tr>
          <th scope="col">Last try</th>
          <th scope="col">Endpoint</th>
          <th scope="col">State</th>
          <th scope="col">Tries</th>
          <th scope="col">Answer</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.id} delivery={delivery} />
        ))}
      </tbody>
    </table>
  );
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const [busy, setBusy] = useState(false);
  const when = formatMoment(delivery.last_attempt_at);

  const again = async () => {
    setBusy(true);
    try {
      const result = await redeliver(delivery.id);
      if (result.state === "delivered") toast.success(outcomeOf(result));
      else toast.error(outcomeOf(result));
      await refreshEndpoints();
    } catch (error) {
      toast.failure("Failed to send it again", error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <tr>
      <td data-label="Last try" className="figures delivery-when">
        <time dateTime={delivery.last_attempt_at}>{when}</time>
      </td>
      <td data-label="Endpoint">{nameOf(delivery)}</td>
      <td data-label="State">
        <div>
          <span className="status" data-status={delivery.state}>
            {STATES[delivery.state]}
          </span>
          {delivery.error && <p className="delivery-reason">{reasonOf(delivery)}</p>}
          {delivery.next_try_at && (
            <p className="delivery-next figures">
              Next try at <time dateTime={delivery.next_try_at}>{formatMoment(delivery.next_try_at)}</time>
            </p>
          )}
        </div>
      </td>
      <td data-label="Tries" className="figures">
        {delivery.attempts}
      </td>
      <td data-label="Answer" className="figures">
        {delivery.status_code || "none"}
      </td>
      <td className="delivery-actions">
        <Button
          variant="default"
          size="xs"
          loading={busy}
          aria-label={`Redeliver to ${nameOf(delivery)}, ${when}`}
          onClick={again}
        >
          Redeliver
        </Button>
      </td>
    </tr>
  );
}
