import { useHeldBack } from "./useHeldBack";

/** Beside a button whose change is public: while an earlier release is held, it publishes more than itself. */
export function WhileHeld({ when = "Saving this" }: { when?: string }) {
  const heldBack = useHeldBack();
  if (heldBack === null) return null;
  return (
    <p className="while-held" role="note">
      <strong>Publishing is held.</strong> {when} publishes everything that is held back as well
      {heldBack && `: ${heldBack}`}.
    </p>
  );
}
