import { messageOf } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import { useState } from "react";
import type { Endpoint, EndpointWithSecret } from "@/api/types";
import { useConfirm } from "@/components/confirm";
import { DeleteButton } from "@/components/DeleteEntry";
import { formatMoment } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Empty, Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useAlert } from "@/components/useAlert";
import { useLoadFailure } from "@/components/useLoadFailure";
import { intervalOf, outcomeOf, reasonOf, STATES } from "./deliveryWords";
import { deleteEndpoint, rotateSecret, testEndpoint, useEndpoints } from "./endpoints";
import { SecretDialog } from "./SecretDialog";
import { WebhookDialog } from "./WebhookDialog";
import "./webhooks.css";

/** Who is told of changes besides the publisher. */
export function Webhooks() {
  const { data, error, mutate } = useEndpoints(true);
  const [edited, setEdited] = useState<Endpoint | "new" | null>(null);
  const [secret, setSecret] = useState<EndpointWithSecret | null>(null);
  useLoadFailure(data ? undefined : error);
  return (
    <Panel
      title="Webhooks"
      subtitle="Other hosts that build or mirror the site are told when something public has changed."
      actions={
        <Button size="sm" onClick={() => setEdited("new")}>
          Add Webhook
        </Button>
      }
    >
      {!data && error !== undefined && (
        <Failure title="The webhooks could not be loaded" error={error} onRetry={() => mutate()} />
      )}
      {!data && error === undefined && <Loading />}
      {data?.length === 0 && (
        <Empty title="No webhooks">The site that comes with the dashboard is published without one.</Empty>
      )}
      {data && data.length > 0 && (
        <ul className="rows" aria-label="Webhooks">
          {data.map((endpoint) => (
            <WebhookRow key={endpoint.id} endpoint={endpoint} onEdit={() => setEdited(endpoint)} onSecret={setSecret} />
          ))}
        </ul>
      )}
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
  const { id, name, kind, active } = endpoint;
  const [testing, setTesting] = useState(false);
  const confirm = useConfirm();
  const alert = useAlert();

  const test = async () => {
    setTesting(true);
    try {
      const delivery = await testEndpoint(id);
      if (delivery.state === "delivered") toast.success(outcomeOf(delivery));
      else toast.error(outcomeOf(delivery));
    } catch (error) {
      toast.failure("Failed to send the test", error);
    } finally {
      setTesting(false);
    }
  };
  const rotate = async () => {
    const message = `Make a new secret for ${name}? For a day messages are signed with the old one too.`;
    if (!(await confirm({ message, confirm: "Make a new secret", danger: false }))) return;
    try {
      onSecret(await rotateSecret(id));
    } catch (error) {
      await alert(`Failed to make a new secret: ${messageOf(error)}`);
    }
  };
  const remove = async () => {
    const message = `Delete the webhook ${name}? It is told nothing any more.`;
    if (!(await confirm({ message, confirm: "Delete" }))) return "kept";
    try {
      await deleteEndpoint(id);
      toast.success(`The webhook ${name} was deleted`);
      return "done";
    } catch (error) {
      await alert(`Failed to delete the webhook: ${messageOf(error)}`);
      return "failed";
    }
  };

  return (
    <li className="row webhook" data-entry={id}>
      <div className="row-main">
        <h3>
          {name} {!active && <span className="badge">Switched off</span>}
        </h3>
        <p className="webhook-url">{endpoint.url}</p>
        <p className="row-meta">
          <span>{kind === "standard" ? "Signed message" : "Build hook"}</span>
          <span className="figures">At most once in {intervalOf(endpoint.interval_seconds)}</span>
        </p>
      </div>
      <LastDelivery endpoint={endpoint} />
      <div className="row-actions">
        <Button variant="default" size="xs" loading={testing} aria-label={`Test ${name}`} onClick={test}>
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
  if (!last) return <p className="webhook-last">Not told yet</p>;
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
