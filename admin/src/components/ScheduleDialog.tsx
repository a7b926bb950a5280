import { Button, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { FormError } from "./FormError";
import { formatComing, localDateTime, storedTime, zoneHint } from "./format";
import { toast } from "./toasts";
import { useSubmit } from "./useSubmit";

interface Props {
  opened: boolean;
  /** When it is so far; null: not by themselves. */
  publishAt: string | null;
  onSchedule: (publishAt: string | null) => Promise<void>;
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
    await onSchedule(next);
    toast.success(next ? `The changes are published ${formatComing(next)}` : "The changes are not scheduled any more");
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
