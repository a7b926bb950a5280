import { reasonOf } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { WhileHeld } from "@/publishing/WhileHeld";
import { DiscardButton } from "./DiscardButton";

interface Props {
  /** What saving is called; `name` tells it from others of the screen. */
  save: ReactNode;
  name?: string;
  busy: boolean;
  /** It is busy with waiting for something else, which `save` names. */
  waits?: boolean;
  dirty: boolean;
  /** Why the server could not keep what is dirty. */
  failure?: unknown;
  /** Whether saving publishes. */
  publishes?: boolean;
  /** Gives up what is not saved; asked before. */
  onDiscard?: () => void;
  /** Where forms follow one another: it scrolls away with its form. */
  className?: string;
  /** Other buttons, and what saving does. */
  children?: ReactNode;
}

/** The end of a form: saving and discarding, and whether there is something to save. */
export function FormFoot({ dirty, failure, publishes = true, onDiscard, ...props }: Props) {
  const save = useRef<HTMLButtonElement>(null);
  return (
    <div className={props.className ?? "form-foot"}>
      <Button
        ref={save}
        type="submit"
        loading={props.busy && !props.waits}
        aria-label={props.name}
        data-disabled={props.waits}
        aria-disabled={props.waits}
      >
        {props.save}
      </Button>
      {dirty && onDiscard && (
        <DiscardButton detail="The form goes back to how it was when you opened it." onDiscard={onDiscard} next={save}>
          Discard changes
        </DiscardButton>
      )}
      {props.children}
      {publishes && <WhileHeld />}
      <span className="form-state" role="status">
        {dirty && `Unsaved changes, kept on this device${failure ? ` only: ${reasonOf(failure)}` : ""}`}
      </span>
    </div>
  );
}
