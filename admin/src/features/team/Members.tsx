import { Button } from "@mantine/core";
import { refreshSession, useSession } from "@/api/session";
import type { Member } from "@/api/types";
import { DeleteButton } from "@/lists/DeleteEntry";
import { changeRole, type Role, removeMember, useMembers } from "@/resources/team";
import { formatDay } from "@/ui/format";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { useAction } from "@/ui/useAction";

const OTHER: Record<Role, Role> = { author: "administrator", administrator: "author" };

export function Members() {
  const members = useMembers();
  const { user } = useSession();
  return (
    <Panel
      title="Team"
      subtitle="All members edit all content. Administrators also manage the team and read the audit log."
    >
      <Loaded from={members} failed="The team could not be loaded">
        {(known) => (
          <ul className="rows" aria-label="Members">
            {known.map((member) => (
              <MemberRow key={member.id} member={member} own={member.id === user?.id} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  );
}

function MemberRow({ member, own }: { member: Member; own: boolean }) {
  const { id, name, role } = member;
  const other = OTHER[role];
  const { act } = useAction();

  const change = () =>
    act({
      question: { message: questionFor(member, own), confirm: `Make ${other}`, danger: other === "author" },
      run: async () => {
        await changeRole(id, other);
        if (own) await refreshSession();
      },
      done: `${name} is now an ${other}`,
      failed: "Failed to change the role",
      mustRead: true,
    });
  const remove = () =>
    act({
      question: {
        message: `Remove ${name} from the team? Every session of theirs ends at once. What they wrote stays.`,
        confirm: "Remove",
      },
      run: () => removeMember(id),
      done: `${name} was removed`,
      failed: `Failed to remove ${name}`,
      mustRead: true,
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
  if (own) return "Make yourself an author? You will no longer see Team and Audit, and cannot undo this yourself.";
  return `Make ${name} an author? Authors edit all content but see neither Team nor Audit.`;
}
