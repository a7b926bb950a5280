import { useMay, useSession } from "@/api/session";
import type { User } from "@/api/types";
import { ROLES } from "@/model/roles";
import { Panel } from "@/ui/Panel";
import { LeadAlerts } from "./LeadAlerts";
import { NameForm } from "./NameForm";
import { PasswordForm } from "./PasswordForm";
import { PhoneForm } from "./PhoneForm";
import { SecondFactor } from "./SecondFactor";
import { Sessions } from "./Sessions";
import "./account.css";

/** One's own account: who one is, the password, and where one is signed in. */
export function AccountView() {
  const { user } = useSession();
  const may = useMay();
  if (!user) return null;
  return (
    <>
      <Panel title="Your account">
        <Facts user={user} />
        <div className="account-forms">
          <NameForm name={user.name} />
          <PhoneForm user={user} />
        </div>
      </Panel>
      <Panel title="Password">
        {user.email ? (
          <PasswordForm email={user.email} />
        ) : (
          <p>You sign in with codes that are sent to {user.phone}. There is no password to change.</p>
        )}
      </Panel>
      <SecondFactor />
      {may("leads:read") && <LeadAlerts email={user.email} />}
      <Sessions />
    </>
  );
}

function Facts({ user }: { user: User }) {
  return (
    <dl className="facts">
      {user.email && (
        <>
          <dt>Email</dt>
          <dd>{user.email}</dd>
        </>
      )}
      <dt>Role</dt>
      <dd>
        {ROLES[user.role].name}: {ROLES[user.role].may}.
      </dd>
    </dl>
  );
}
