import { Button, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { FormError } from "@/ui/FormError";
import { formatComing, localDateTime, storedTime, zoneHint } from "@/ui/format";
import { toast } from "@/ui/toasts";
import { useSubmit } from "@/ui/useSubmit";
import { fieldsOf } from "./fieldWords";

interface Props {
  opened: boolean;
  /** When it is so far; null: not by themselves. */
  publishAt: string | null;
  /** Resolves to what keeps them from being published then: the fields that others have changed since. */
  onSchedule: (publishAt: string | null) => Promise<readonly string[]>;
  onClose: () => void;
}

/** Asks when changes are published by themselves. */
export function ScheduleDialog({ opened, onClose, ...form }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Schedule changes" size="26rem">
      {opened && <Schedule {...form} onDone={onClose} />}
    </Modal>
  );
}

function Schedule({ publishAt, onSchedule, onDone }: Omit<Props, "opened" | "onClose"> & { onDone: () => void }) {
  const [at, setAt] = useState(localDateTime(publishAt));
  const { busy, error, fields, form, send } = useSubmit<{ at: string }>(async (how = { at }) => {
    const next = storedTime(how.at);
    const changed = fieldsOf(await onSchedule(next));
    if (next && changed) {
      toast.error(`Nothing will be published ${formatComing(next)}`, {
        detail: `Somebody else has changed the same fields since: ${changed}. Compare both versions first.`,
      });
    } else if (next) toast.success(`The changes are published ${formatComing(next)}`);
    else toast.success("The changes are no longer scheduled");
    onDone();
  });
  return (
    <form className="stack" {...form}>
      <TextInput
        label="Publish these changes on"
        description={zoneHint(at)}
        type="datetime-local"
        name="publish_at"
        required
        data-autofocus
        value={at}
        error={fields.publish_at}
        onChange={(event) => setAt(event.currentTarget.value)}
      />
      <FormError message={error} />
      <div className="actions">
        {publishAt && (
          <Button variant="default" onClick={() => send({ at: "" })}>
            Do not schedule
          </Button>
        )}
        <Button type="submit" loading={busy}>
          Schedule changes
        </Button>
      </div>
    </form>
  );
}
