import { Button } from "@mantine/core";
import type { Invitation, Invited } from "@/api/types";
import { DeleteButton } from "@/lists/DeleteEntry";
import { invite, useInvitations, withdraw } from "@/resources/team";
import { formatDayTime } from "@/ui/format";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { useAction } from "@/ui/useAction";
import { InviteForm } from "./InviteForm";

interface Props {
  onInvited: (invited: Invited) => void;
}

export function Invitations({ onInvited }: Props) {
  const invitations = useInvitations();
  return (
    <Panel title="Invitations" subtitle="Each creates one account, with a link that works once.">
      <InviteForm onInvited={onInvited} />
      <Loaded
        from={invitations}
        failed="The invitations could not be loaded"
        empty={<Empty title="No open invitations">People whom you invite appear here until they accept.</Empty>}
      >
        {(open) => (
          <ul className="rows" aria-label="Open invitations">
            {open.map((invitation) => (
              <InvitationRow key={invitation.id} invitation={invitation} onInvited={onInvited} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function InvitationRow({ invitation, onInvited }: Props & { invitation: Invitation }) {
  const { id, email, phone, role } = invitation;
  const who = email || phone;
  const renewal = useAction();
  const { act } = useAction();

  const renew = () =>
    renewal.act({
      run: async () => onInvited(await invite(email ? "email" : "phone", who, role)),
      failed: "Failed to make a new link",
      mustRead: true,
    });
  const remove = () =>
    act({
      question: { message: `Withdraw the invitation of ${who}? Its link stops working.`, confirm: "Withdraw" },
      run: () => withdraw(id),
      done: `The invitation of ${who} was withdrawn`,
      failed: "Failed to withdraw the invitation",
      mustRead: true,
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
        <Button variant="default" size="xs" loading={renewal.busy} aria-label={`New link for ${who}`} onClick={renew}>
          New link
        </Button>
        <DeleteButton label="Withdraw" id={id} name={who} remove={remove} />
      </div>
    </li>
  );
}
