import { Button } from "@mantine/core";
import { refreshSession, useSession } from "@/api/session";
import type { Member } from "@/api/types";
import { DeleteButton } from "@/components/DeleteEntry";
import { formatDay } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useLoadFailure } from "@/components/useLoadFailure";
import { changeRole, type Role, removeMember, useMembers } from "./calls";
import { useAction } from "./useAction";

const OTHER: Record<Role, Role> = { author: "administrator", administrator: "author" };

export function Members() {
  const { data, error, mutate } = useMembers();
  const { user } = useSession();
  useLoadFailure(data ? undefined : error);
  return (
    <Panel
      title="Team"
      subtitle="Everybody here edits all content. Administrators also manage the team and read the audit log."
    >
      {!data && error !== undefined && (
        <Failure title="The team could not be loaded" error={error} onRetry={() => mutate()} />
      )}
      {!data && error === undefined && <Loading />}
      {data && (
        <ul className="rows" aria-label="Members">
          {data.map((member) => (
            <MemberRow key={member.id} member={member} own={member.id === user?.id} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function MemberRow({ member, own }: { member: Member; own: boolean }) {
  const { id, name, role } = member;
  const other = OTHER[role];
  const act = useAction();

  const change = () =>
    act({
      question: { message: questionFor(member, own), confirm: `Make ${other}`, danger: other === "author" },
      failure: "Failed to change the role",
      run: async () => {
        await changeRole(id, other);
        toast.success(`${name} is now an ${other}`);
        if (own) await refreshSession();
      },
    });
  const remove = () =>
    act({
      question: {
        message: `Remove ${name} from the team? Every session of theirs ends at once. What they wrote stays.`,
        confirm: "Remove",
      },
      failure: `Failed to remove ${name}`,
      run: async () => {
        await removeMember(id);
        toast.success(`${name} was removed`);
      },
    });

  return (
    <li className="row team-row" data-entry={id}>
      <div className="row-main">
        <h3>
          {name} {own && <span className="badge">You</span>}
        </h3>
        <p className="row-meta">
          {member.email && <span className="team-way">{member.email}</span>}
          {member.phone && <span className="figures">{member.phone}</span>}
          <span className="figures">Since {formatDay(member.created_at)}</span>
        </p>
      </div>
      <p className="role" data-role={role}>
        {role}
      </p>
      <div className="row-actions">
        <Button variant="default" size="xs" aria-label={`Make ${other}: ${name}`} onClick={change}>
          Make {other}
        </Button>
        {!own && <DeleteButton label="Remove" id={id} name={name} remove={remove} />}
      </div>
    </li>
  );
}

function questionFor({ name, role }: Member, own: boolean): string {
  if (role === "author") {
    return `Make ${name} an administrator? Administrators invite and remove people and read the audit log.`;
  }
  if (own) return "Make yourself an author? You will no longer see Team and Audit, and cannot take this back yourself.";
  return `Make ${name} an author? Authors edit all content but see neither Team nor Audit.`;
}
