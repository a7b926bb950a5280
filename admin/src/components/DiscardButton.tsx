import { Button } from "@mantine/core";
import { type RefObject, useRef } from "react";
import { useConfirm } from "./confirm";
import { focusAfter } from "./focusAfter";

interface Props {
  children: string;
  /** What is lost then. */
  detail: string;
  size?: "xs";
  onDiscard: () => void;
  /** What has the focus then, for the button goes with what is discarded; else the first field beside its notice. */
  next?: RefObject<HTMLElement | null>;
}

/** Gives up what is not saved; asked before. */
export function DiscardButton({ children, detail, size, onDiscard, next }: Props) {
  const confirm = useConfirm();
  const button = useRef<HTMLButtonElement>(null);
  const discard = async () => {
    const sure = await confirm({
      message: "Discard the changes that are not saved?",
      detail,
      confirm: "Discard changes",
      cancel: "Keep them",
    });
    const beside = button.current?.closest(".notice")?.parentElement;
    if (sure) focusAfter(onDiscard, next ?? { current: beside?.querySelector("input, select, textarea") ?? null });
  };
  return (
    <Button ref={button} size={size} variant="default" onClick={discard}>
      {children}
    </Button>
  );
}
