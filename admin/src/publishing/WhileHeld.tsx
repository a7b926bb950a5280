import { useHeldBack } from "./useHeldBack";

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
