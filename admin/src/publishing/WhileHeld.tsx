import { useContentModel } from "@/model/model";
import { useHeldChanges, usePublishStatus } from "@/resources/publishing";
import { sentenceOf } from "./changeWords";

/**
 * Returns what goes live beside the next change while an earlier release is held, as a sentence without a full stop; ""
 * when that is not known. Null while nothing is held.
 */
export function useHeldBack(): string | null {
  const { data: status } = usePublishStatus();
  const { data: model } = useContentModel();
  const changes = useHeldChanges();
  return status?.held ? (changes ? sentenceOf(changes, model) : "") : null;
}

/** Beside a button whose change is public: while an earlier release is held, it publishes more than itself. */
export function WhileHeld({ when = "Saving this" }: { when?: string }) {
  const heldBack = useHeldBack();
  if (heldBack === null) return null;
  return (
    <p className="while-held" role="note">
      <strong>Publishing is paused.</strong> {when} also publishes everything that waits
      {heldBack && `: ${heldBack}`}.
    </p>
  );
}
