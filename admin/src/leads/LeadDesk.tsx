import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { Lead } from "@/api/types";
import { noteLead, useLead } from "@/resources/leads";
import { addressOf } from "@/ui/address";
import { FormError } from "@/ui/FormError";
import { formatDay, formatMoment } from "@/ui/format";
import { Loaded } from "@/ui/Loaded";
import { useForm } from "@/ui/useForm";
import { CallBack, LeadStatusSelect, TakeButton, useUpdate } from "./Handling";
import type { Ref } from "./kinds";
import { Reach } from "./Reach";
import { useAssigneeOptions } from "./useLeads";
import { aboutOf, activityWords, labelOfStatus } from "./words";

/** The staff's work with a lead: reach the person, set the status, write notes. */
export function LeadDesk({ of }: { of: Ref }) {
  return (
    <Loaded from={useLead(of)} failed="The lead could not be loaded">
      {(lead) => <Desk lead={lead} />}
    </Loaded>
  );
}

function Desk({ lead }: { lead: Lead }) {
  const { kind, name, duplicates, activity } = lead;
  return (
    <div className="lead-desk">
      <Reach name={name} phone={lead.phone} email={lead.email} large />
      <div className="lead-fields">
        <LeadStatusSelect kind={kind} lead={lead} name={name} />
        <TakeButton kind={kind} lead={lead} name={name} />
        <CallBack day={lead.call_back_on} />
      </div>
      <div className="lead-fields">
        <AssigneeSelect lead={lead} />
        <CallBackField lead={lead} />
      </div>
      <Notes lead={lead} />
      {duplicates.length > 0 && (
        <section>
          <h3>{duplicates.length === 1 ? "Another lead of the same person" : "Other leads of the same person"}</h3>
          <ul className="lead-others">
            {duplicates.map((other) => (
              <li key={other.id}>
                <Link to={addressOf("leads", { open: `${other.kind}/${other.id}` })}>
                  {`${other.name}: ${aboutOf(other.kind, other.about)}`}
                </Link>{" "}
                <span className="lead-by">
                  {labelOfStatus(other.lead_status)}, {formatDay(other.created_at)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {activity.length > 0 && (
        <section>
          <h3>Activity</h3>
          <ol className="lead-activity">
            {activity.toReversed().map(({ at, name: by, ...change }) => (
              <li key={`${at} ${change.what}`}>
                {activityWords(change)} <Signed by={by} at={at} />
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

const Signed = ({ by, at }: { by: string; at: string }) => (
  <span className="lead-by">
    <bdi>{by}</bdi>, <time dateTime={at}>{formatMoment(at)}</time>
  </span>
);

function AssigneeSelect({ lead }: { lead: Lead }) {
  const update = useUpdate(lead.kind, lead);
  const options = useAssigneeOptions();
  const value = lead.assigned_to || "none";
  // Somebody without an account any more, or who may not look after leads any more.
  const gone = options.some((option) => option.value === value) ? [] : [{ value, label: lead.assignee }];
  return (
    <NativeSelect
      label="Assigned to"
      name="assigned_to"
      data={[...gone, ...options]}
      value={value}
      onChange={({ currentTarget: { value: chosen } }) =>
        update({ assigned_to: chosen === "none" ? "" : chosen }, "Failed to assign it")
      }
    />
  );
}

function CallBackField({ lead }: { lead: Lead }) {
  const update = useUpdate(lead.kind, lead);
  /** The day that the field shows until it is stored. */
  const [typed, setTyped] = useState<string | null>(null);
  const change = async (day: string) => {
    setTyped(day);
    // A year that is being typed begins with zeros.
    if (day !== "" && day < "2000") return;
    await update({ call_back_on: day }, "Failed to set the day");
    setTyped((now) => (now === day ? null : now));
  };
  return (
    <TextInput
      label="Call back on"
      name="call_back_on"
      type="date"
      value={typed ?? lead.call_back_on}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => setTyped(null)}
    />
  );
}

/** Notes that are being written, by lead: closing the lead loses none. */
const drafts = new Map<string, string>();

function Notes({ lead }: { lead: Lead }) {
  const { values, inputs, busy, error, form } = useForm({ text: drafts.get(lead.id) ?? "" }, async ({ text }) => {
    await noteLead(lead, text);
    drafts.delete(lead.id);
    return { text: "" };
  });
  return (
    <section>
      <h3>Notes</h3>
      <form noValidate {...form}>
        <Textarea
          aria-label="Note"
          name="text"
          placeholder="What was said, what comes next"
          autosize
          minRows={2}
          maxLength={2000}
          value={values.text}
          error={inputs.errors.text}
          onChange={({ currentTarget: { value } }) => {
            drafts.set(lead.id, value);
            inputs.onChange({ text: value });
          }}
        />
        <FormError message={error} />
        <Button type="submit" size="sm" loading={busy} disabled={values.text.trim() === ""}>
          Add note
        </Button>
      </form>
      <ul className="lead-notes" aria-label="Notes">
        {lead.notes.toReversed().map(({ at, text, name }) => (
          <li key={`${at} ${text}`}>
            <p>{text}</p>
            <Signed by={name} at={at} />
          </li>
        ))}
      </ul>
    </section>
  );
}
