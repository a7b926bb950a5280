import { Button } from "@mantine/core";
import { useState } from "react";
import type { Endpoint, EndpointWithSecret } from "@/api/types";
import { DeleteButton } from "@/lists/DeleteEntry";
import { deleteEndpoint, rotateSecret, testEndpoint, useEndpoints } from "@/resources/webhooks";
import { formatMoment } from "@/ui/format";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { toast } from "@/ui/toasts";
import { useAction } from "@/ui/useAction";
import { intervalOf, outcomeOf, reasonOf, STATES } from "./deliveryWords";
import { SecretDialog } from "./SecretDialog";
import { WebhookDialog } from "./WebhookDialog";
import "./webhooks.css";

/** Who is told of changes besides the publisher. */
export function Webhooks() {
  const endpoints = useEndpoints(true);
  const [edited, setEdited] = useState<Endpoint | "new" | null>(null);
  const [secret, setSecret] = useState<EndpointWithSecret | null>(null);
  return (
    <Panel
      title="Webhooks"
      subtitle="Other hosts that build or mirror the site are notified of public changes."
      actions={
        <Button size="sm" onClick={() => setEdited("new")}>
          Add Webhook
        </Button>
      }
    >
      <Loaded
        from={endpoints}
        failed="The webhooks could not be loaded"
        empty={<Empty title="No webhooks">The built-in site is published without webhooks.</Empty>}
      >
        {(known) => (
          <ul className="rows" aria-label="Webhooks">
            {known.map((endpoint) => (
              <WebhookRow
                key={endpoint.id}
                endpoint={endpoint}
                onEdit={() => setEdited(endpoint)}
                onSecret={setSecret}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <WebhookDialog
        edited={edited}
        onClose={() => setEdited(null)}
        onAdded={(made) => made.kind === "standard" && setSecret(made)}
      />
      <SecretDialog endpoint={secret} onClose={() => setSecret(null)} />
    </Panel>
  );
}

interface RowProps {
  endpoint: Endpoint;
  onEdit: () => void;
  onSecret: (endpoint: EndpointWithSecret) => void;
}

function WebhookRow({ endpoint, onEdit, onSecret }: RowProps) {
  const { id, name, kind, active, leads } = endpoint;
  const testing = useAction();
  const { act } = useAction();

  const test = () =>
    testing.act({
      run: async () => {
        const delivery = await testEndpoint(id);
        if (delivery.state === "delivered") toast.success(outcomeOf(delivery));
        else toast.error(outcomeOf(delivery));
      },
      failed: "Failed to send the test",
    });
  const rotate = () =>
    act({
      question: {
        message: `Make a new secret for ${name}? For a day messages are signed with the old one too.`,
        confirm: "Make a new secret",
        danger: false,
      },
      run: async () => onSecret(await rotateSecret(id, endpoint.revision)),
      failed: "Failed to make a new secret",
      mustRead: true,
    });
  const remove = () =>
    act({
      question: { message: `Delete the webhook ${name}? It gets no more messages.`, confirm: "Delete" },
      run: () => deleteEndpoint(id, endpoint.revision),
      done: `The webhook ${name} was deleted`,
      failed: "Failed to delete the webhook",
      mustRead: true,
    });

  return (
    <li className="row webhook" data-entry={id}>
      <div className="row-main">
        <h3>
          {name} {!active && <span className="badge">Switched off</span>}
        </h3>
        <p className="webhook-url">{endpoint.url}</p>
        <p className="row-meta">
          <span>{kind === "standard" ? "Signed message" : "Build hook"}</span>
          {leads && <span>New leads too</span>}
          <span className="figures">At most once in {intervalOf(endpoint.interval_seconds)}</span>
        </p>
      </div>
      <LastDelivery endpoint={endpoint} />
      <div className="row-actions">
        <Button variant="default" size="xs" loading={testing.busy} aria-label={`Test ${name}`} onClick={test}>
          Test
        </Button>
        <Button variant="default" size="xs" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        {kind === "standard" && (
          <Button variant="default" size="xs" aria-label={`New secret for ${name}`} onClick={rotate}>
            New secret
          </Button>
        )}
        <DeleteButton id={id} name={name} remove={remove} />
      </div>
    </li>
  );
}

function LastDelivery({ endpoint: { last_delivery: last } }: { endpoint: Endpoint }) {
  if (!last) return <p className="webhook-last">Not notified yet</p>;
  return (
    <div className="webhook-last">
      <p>
        <span className="status" data-status={last.state}>
          {STATES[last.state]}
        </span>{" "}
        <time className="figures" dateTime={last.last_attempt_at}>
          {formatMoment(last.last_attempt_at)}
        </time>
      </p>
      {last.error && <p className="delivery-reason">{reasonOf(last)}</p>}
    </div>
  );
}
