import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useMay, useSession } from "@/api/session";
import { FormFields } from "@/fields/FieldInputs";
import type { FormField } from "@/model/types";
import { askForReview, sendBack, useReviews } from "@/resources/reviews";
import { FormError } from "@/ui/FormError";
import { formatMoment } from "@/ui/format";
import { toast } from "@/ui/toasts";
import { useAction } from "@/ui/useAction";
import { useForm } from "@/ui/useForm";

const NOTE: FormField = { key: "note", type: "longtext", name: "What is to be changed?", required: true, max: 2000 };

/** Says that an article waits for a review or was sent back, and lets an editor send it back. */
export function ReviewNotice({ id }: { id: string }) {
  const may = useMay();
  const { user } = useSession();
  const review = useReviews().data?.find((each) => each.id === id);
  const [answering, setAnswering] = useState(false);
  if (!review) return null;
  const own = review.asked_by?.id === user?.id;
  if (review.state === "sent_back") {
    return (
      <div className="notice" role="status">
        <p>
          <strong>
            {review.answered_by?.name} sent this back {formatMoment(review.answered_at)}.
          </strong>{" "}
          <span dir="auto" className="review-note">
            {review.note}
          </span>
        </p>
      </div>
    );
  }
  return (
    <div className="notice" role="status">
      <p>
        {own ? "You asked" : `${review.asked_by?.name} asks`} for a review since {formatMoment(review.asked_at)}.
        {may("content:publish") && " Publish the article, or send it back with a note."}
      </p>
      {may("content:publish") && (
        <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setAnswering(true)}>
          Send back
        </Button>
      )}
      <Modal opened={answering} onClose={() => setAnswering(false)} title="Send back" size="32rem">
        {answering && <SendBack id={id} onDone={() => setAnswering(false)} />}
      </Modal>
    </div>
  );
}

function SendBack({ id, onDone }: { id: string; onDone: () => void }) {
  const { inputs, busy, error, form } = useForm({ note: "" }, async ({ note }) => {
    await sendBack(id, note);
    toast.success("Sent back");
    onDone();
  });
  return (
    <form className="stack" {...form}>
      <FormFields fields={[NOTE]} {...inputs} />
      <FormError message={error} />
      <div className="actions">
        <Button type="submit" loading={busy}>
          Send back
        </Button>
      </div>
    </form>
  );
}

/** Asks for a review of an article; what was typed is saved first. */
export function AskForReview({ id, save }: { id: string; save: () => Promise<unknown> }) {
  const asked = useReviews().data?.some((each) => each.id === id && each.state === "asked");
  const { act, busy } = useAction();
  const ask = () =>
    act({
      run: async () => {
        await save();
        await askForReview(id);
      },
      done: "An editor will be told",
      failed: "Failed to ask for a review",
    });
  return (
    <Button variant="default" loading={busy} disabled={asked} onClick={ask}>
      {asked ? "Waiting for review" : "Ask for review"}
    </Button>
  );
}
