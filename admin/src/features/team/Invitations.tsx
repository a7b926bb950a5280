import { messageOf } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import { useState } from "react";
import type { Invitation, Invited } from "@/api/types";
import { DeleteButton } from "@/components/DeleteEntry";
import { formatDayTime } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Empty, Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useAlert } from "@/components/useAlert";
import { invite, useInvitations, withdraw } from "./calls";
import { InviteForm } from "./InviteForm";
import { useAction } from "./useAction";

interface Props {
  onInvited: (invited: Invited) => void;
}

export function Invitations({ onInvited }: Props) {
  const { data, error, mutate } = useInvitations();
  return (
    <Panel title="Invitations" subtitle="Each makes one account, through a link that works once.">
      <InviteForm onInvited={onInvited} />
      {!data && error !== undefined && (
        <Failure title="The invitations could not be loaded" error={error} onRetry={() => mutate()} />
      )}
      {!data && error === undefined && <Loading />}
      {data?.length === 0 && <Empty title="No open invitations">Whom you invite stands here until they accept.</Empty>}
      {data && data.length > 0 && (
        <ul className="rows" aria-label="Open invitations">
          {data.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} onInvited={onInvited} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function InvitationRow({ invitation, onInvited }: Props & { invitation: Invitation }) {
  const { id, email, phone, role } = invitation;
  const [busy, setBusy] = useState(false);
  const who = email || phone;
  const act = useAction();
  const alert = useAlert();

  const renew = async () => {
    setBusy(true);
    try {
      onInvited(await invite(email ? "email" : "phone", who, role));
    } catch (error) {
      await alert(`Failed to make a new link: ${messageOf(error)}`);
    } finally {
      setBusy(false);
    }
  };
  const remove = () =>
    act({
      question: { message: `Withdraw the invitation of ${who}? Its link stops working.`, confirm: "Withdraw" },
      failure: "Failed to withdraw the invitation",
      run: async () => {
        await withdraw(id);
        toast.success(`The invitation of ${who} was withdrawn`);
      },
    });

  return (
    <li className="row team-row" data-entry={id}>
      <div className="row-main">
        <h3 className={phone ? "figures" : undefined}>{who}</h3>
        <p className="row-meta">
          <span className="figures">Until {formatDayTime(invitation.expires_at)}</span>
          {invitation.invited_by && <span>Invited by {invitation.invited_by}</span>}
        </p>
      </div>
      <p className="role" data-role={role}>
        {role}
      </p>
      <div className="row-actions">
        <Button variant="default" size="xs" loading={busy} aria-label={`New link for ${who}`} onClick={renew}>
          New link
        </Button>
        <DeleteButton label="Withdraw" id={id} name={who} remove={remove} />
      </div>
    </li>
  );
}
