import { hasStatus } from "@academy/shared/api/errors";
import { Button, Drawer } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { Enrollment } from "@/api/types";
import { labelOf, STEPS, type WizardField } from "@/leads/enrolment";
import { LeadDesk } from "@/leads/LeadDesk";
import { MailLink, PhoneLink } from "@/leads/ReachLink";
import { useDeletion } from "@/lists/DeleteEntry";
import { formatDate, formatDayTime, formatRupees } from "@/ui/format";
import { Empty, Failure, Loading } from "@/ui/states";
import { deleteEnrollment, NAME, useEnrollment } from "./calls";
import "./enrollments.css";

interface Props {
  /** The enrolment to show; null shows none. */
  id: string | null;
  onClose: () => void;
}

/** All that was filled in for an enrolment, in the order of the wizard. */
export function EnrollmentDrawer({ id, onClose }: Props) {
  const { data, error, mutate } = useEnrollment(id);
  const remove = useDeletion({
    list: NAME,
    what: "enrollment",
    name: `enrollment of ${data?.fullName}`,
    created_at: data?.created_at ?? "",
    call: deleteEnrollment,
  });
  const [asking, setAsking] = useState(false);

  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      // Escape answers the question only.
      closeOnEscape={!asking}
      position="right"
      size="30rem"
      title={data ? data.fullName : "Enrollment"}
    >
      {!data && error === undefined && <Loading />}
      {!data && hasStatus(error, 404) && <Empty title="This enrollment no longer exists" />}
      {!data && error !== undefined && !hasStatus(error, 404) && (
        <Failure title="The enrollment could not be loaded" error={error} onRetry={() => mutate()} />
      )}
      {data && (
        <>
          <p className="enrollment-when">
            Enrolled <time dateTime={data.created_at}>{formatDayTime(data.created_at)}</time>
          </p>
          <LeadDesk key={data.id} of={{ kind: "enrollments", id: data.id }} />
          {STEPS.map(({ title, fields }) => (
            <section key={title} className="enrollment-step">
              <h3>{title}</h3>
              <dl>
                {fields.map((field) => (
                  <div key={field.name}>
                    <dt>{field.label}</dt>
                    <dd>{shown(field, data) || <span className="enrollment-none">Not given</span>}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          <div className="actions">
            <Button
              variant="default"
              color="brick"
              onClick={async () => {
                setAsking(true);
                const answer = await remove(data.id);
                // Later than the key press that may have answered: it is still on its way to the drawer.
                setTimeout(() => setAsking(false), 0);
                if (answer === "done") onClose();
              }}
            >
              Delete
            </Button>
          </div>
        </>
      )}
    </Drawer>
  );
}

/** A field's value for reading; empty for none. */
function shown({ name, type, options }: WizardField, enrollment: Enrollment): ReactNode {
  const value = enrollment[name];
  // Nothing filled in is stored as 0.
  if (typeof value === "number") return value === 0 ? "" : formatRupees(value);
  if (value === "") return "";
  if (options) return labelOf(options, value);
  if (type === "date") return formatDate(value);
  if (type === "email") return <MailLink address={value} />;
  if (type === "tel") return <PhoneLink number={value} />;
  return value;
}
