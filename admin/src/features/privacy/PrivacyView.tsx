import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { useRetention } from "./calls";
import { PersonForm } from "./PersonForm";
import { term } from "./words";
import "./privacy.css";

/** What people may ask of us: what is stored of them, and that it goes. */
export function PrivacyView() {
  return (
    <>
      <Panel
        title="One person's data"
        subtitle="Leads, subscriptions, invitations and sign-ins under one address. Each look and each erasure stands in the audit log."
      >
        <PersonForm />
      </Panel>
      <Panel
        title="How long data is kept"
        subtitle="Set where the server is configured: LEADS_KEEP and AUDIT_LOG_DAYS."
      >
        <Terms />
      </Panel>
    </>
  );
}

function Terms() {
  const { data, error, mutate } = useRetention();
  if (!data) {
    if (error) return <Failure title="The terms could not be loaded" error={error} onRetry={() => mutate()} />;
    return <Loading />;
  }
  return (
    <dl className="terms">
      <dt>Enrollments, applications, messages, subscriptions</dt>
      <dd className="figures">{term(data.leads_days)}</dd>
      <dt>Audit log</dt>
      <dd className="figures">{term(data.audit_days)}</dd>
    </dl>
  );
}
