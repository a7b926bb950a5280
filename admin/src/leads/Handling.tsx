import { Button, NativeSelect } from "@mantine/core";
import { useSession } from "@/api/session";
import type { LeadUpdate } from "@/api/types";
import { type Handled, updateLead, useAssignees } from "@/resources/leads";
import { useAction } from "@/ui/useAction";
import type { Kind } from "./kinds";
import { callBackWords, isDue, STATUSES, statusOf } from "./words";
import "./leads.css";

interface Props {
  kind: Kind;
  lead: Handled;
  /** Tells it from the others. */
  name: string;
}

/** Changes a lead, and tells when that fails. */
export function useUpdate(kind: Kind, lead: Handled) {
  const { act } = useAction();
  return (change: LeadUpdate, failed: string) =>
    act({ run: () => updateLead({ kind, id: lead.id }, lead, change), failed });
}

/** A lead's status as a badge that can be changed. */
export function LeadStatusSelect({ kind, lead, name }: Props) {
  const update = useUpdate(kind, lead);
  const status = statusOf(lead.lead_status);
  return (
    <NativeSelect
      name="lead_status"
      size="xs"
      className="status-select"
      data-status={status}
      aria-label={`Lead status of ${name}`}
      data={[...STATUSES]}
      value={status}
      onChange={(event) => update({ lead_status: statusOf(event.currentTarget.value) }, "Failed to change the status")}
    />
  );
}

/** Assigns a lead to who is signed in. */
export function TakeButton({ kind, lead, name }: Props) {
  const update = useUpdate(kind, lead);
  const { user } = useSession();
  if (!user || lead.assigned_to === user.id) return null;
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={`Take it: ${name}`}
      onClick={() => update({ assigned_to: user.id }, "Failed to take it")}
    >
      Take it
    </Button>
  );
}

/** Returns the name of a lead's assignee; "" for nobody. */
export function useNameOf(): (id: string | undefined) => string {
  const { data } = useAssignees();
  const { user } = useSession();
  return (id) => {
    if (!id) return "";
    if (id === user?.id) return "You";
    return data ? (data.find((each) => each.id === id)?.name ?? "A former member") : "…";
  };
}

/** The status, assignee, call back and notes of a lead, in an entry of a list. */
export function Handling({ kind, lead, name }: Props) {
  const nameOf = useNameOf();
  const notes = lead.note_count ?? 0;
  return (
    <div className="handling">
      <LeadStatusSelect kind={kind} lead={lead} name={name} />
      {lead.assigned_to ? <span>{nameOf(lead.assigned_to)}</span> : <TakeButton kind={kind} lead={lead} name={name} />}
      <CallBack day={lead.call_back_on} />
      {notes > 0 && <span>{`${notes} ${notes === 1 ? "note" : "notes"}`}</span>}
    </div>
  );
}

/** The day to call back; nothing without one. */
export function CallBack({ day }: { day: string | undefined }) {
  const words = callBackWords(day);
  return (
    words && (
      <span className="call-back" data-due={isDue(day) || undefined}>
        {words}
      </span>
    )
  );
}
