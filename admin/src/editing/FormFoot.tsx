import { reasonOf } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { WhileHeld } from "@/publishing/WhileHeld";
import { DiscardButton } from "./DiscardButton";
import type { Phase } from "./state";

/** Phases in which the server lacks something of the form. */
const UNSAVED: ReadonlySet<Phase> = new Set(["dirty", "restored", "saving", "offline", "conflicted"]);

interface Props {
  /** What saving is called; `name` tells it from others of the screen. */
  save: ReactNode;
  name?: string;
  /** The document of the form; without `giveUp` nothing is discarded here. */
  document: {
    phase: Phase;
    submit: { busy: boolean };
    failure?: unknown;
    giveUp?: (question: null) => Promise<boolean>;
  };
  /** It is busy with waiting for something else, which `save` names. */
  waits?: boolean;
  /** Whether saving publishes. */
  publishes?: boolean;
  /** Where forms follow one another: it scrolls away with its form. */
  className?: string;
  /** Other buttons, and what saving does. */
  children?: ReactNode;
}

/** The end of a form: saving and discarding, and whether there is something to save. */
export function FormFoot({ document, publishes = true, ...props }: Props) {
  const { phase, failure, giveUp } = document;
  const save = useRef<HTMLButtonElement>(null);
  const unsaved = UNSAVED.has(phase);
  return (
    <div className={props.className ?? "form-foot"}>
      <Button
        ref={save}
        type="submit"
        loading={document.submit.busy && !props.waits}
        aria-label={props.name}
        data-disabled={props.waits}
        aria-disabled={props.waits}
      >
        {props.save}
      </Button>
      {unsaved && giveUp && (
        <DiscardButton
          detail="The form goes back to how it was when you opened it."
          onDiscard={() => void giveUp(null)}
          next={save}
        >
          Discard changes
        </DiscardButton>
      )}
      {props.children}
      {publishes && <WhileHeld />}
      <span className="form-state" role="status">
        {unsaved && `Unsaved changes, kept on this device${failure ? ` only: ${reasonOf(failure)}` : ""}`}
      </span>
    </div>
  );
}
