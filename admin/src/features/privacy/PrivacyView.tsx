import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
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
        subtitle="Leads, subscriptions, invitations and sign-ins under one address. The audit log records each lookup and erasure."
      >
        <PersonForm />
      </Panel>
      <Panel title="How long data is kept" subtitle="Set on the server with LEADS_KEEP and AUDIT_LOG_DAYS.">
        <Terms />
      </Panel>
    </>
  );
}

function Terms() {
  return (
    <Loaded from={useRetention()} failed="The retention times could not be loaded">
      {({ leads_days, audit_days }) => (
        <dl className="terms">
          <dt>Enrollments, applications, messages, subscriptions</dt>
          <dd className="figures">{term(leads_days)}</dd>
          <dt>Audit log</dt>
          <dd className="figures">{term(audit_days)}</dd>
        </dl>
      )}
    </Loaded>
  );
}
