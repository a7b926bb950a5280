import { NativeSelect } from "@mantine/core";
import { refreshSession, useSession } from "@/api/session";
import type { Member } from "@/api/types";
import { DeleteButton } from "@/lists/DeleteEntry";
import { ROLE_OPTIONS, ROLES, type Role } from "@/model/roles";
import { changeRole, removeMember, useMembers } from "@/resources/team";
import { formatDay } from "@/ui/format";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { useAction } from "@/ui/useAction";

export function Members() {
  const members = useMembers();
  const { user } = useSession();
  return (
    <Panel title="Team" subtitle="The role of each member says what they see and change here.">
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
  const { act, busy } = useAction();

  const change = (next: Role) =>
    act({
      question: { message: questionFor(member, own, next), confirm: `Make ${withArticle(next)}` },
      run: async () => {
        await changeRole(id, next);
        if (own) await refreshSession();
      },
      done: `${name} is now ${withArticle(next)}`,
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
      <div className="row-actions">
        <NativeSelect
          size="xs"
          aria-label={`Role of ${name}`}
          data={ROLE_OPTIONS.map(({ value, name: label }) => ({ value, label }))}
          value={role}
          disabled={busy}
          onChange={({ currentTarget }) => change(currentTarget.value as Role)}
        />
        {!own && <DeleteButton label="Remove" id={id} name={name} remove={remove} />}
      </div>
    </li>
  );
}

const withArticle = (role: Role) => `${/^[aeiou]/.test(role) ? "an" : "a"} ${role}`;

function questionFor({ name, role }: Member, own: boolean, next: Role): string {
  const may = `${ROLES[next].name}: ${ROLES[next].may}.`;
  if (own && role === "administrator") {
    return `Make yourself ${withArticle(next)}? ${may} You will no longer see Team, and cannot undo this yourself.`;
  }
  return `Make ${name} ${withArticle(next)}? ${may}`;
}
