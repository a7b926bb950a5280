import { Button } from "@mantine/core";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { useConfirm } from "@/ui/confirm";
import { focusAfter } from "@/ui/focusAfter";

interface Props {
  children: string;
  /** What is lost then. */
  detail: string;
  size?: "xs";
  variant?: "default" | "subtle";
  onDiscard: () => void;
  /** What has the focus then, for the button goes with what is discarded; else the first field beside its notice. */
  next?: RefObject<HTMLElement | null>;
}

/** Gives up what is not saved; asked before. */
export function DiscardButton({ children, detail, size, variant = "default", onDiscard, next }: Props) {
  const confirm = useConfirm();
  const button = useRef<HTMLButtonElement>(null);
  // It also goes when a shortcut saves, or what was typed is taken back, while it has the focus.
  useLayoutEffect(
    () => () => {
      if (button.current && button.current === document.activeElement) next?.current?.focus();
    },
    [next],
  );
  const discard = async () => {
    const sure = await confirm({
      message: "Discard unsaved changes?",
      detail,
      confirm: "Discard changes",
      cancel: "Keep changes",
    });
    if (!sure) return;
    const beside = button.current?.closest(".notice")?.parentElement;
    const first = (what: string) => beside?.querySelector<HTMLElement>(what) ?? null;
    // Looked for when the fields of what was discarded are gone; a form that is folded up has buttons alone.
    const field = {
      get current() {
        return first("input, select, textarea") ?? first("button");
      },
    };
    focusAfter(onDiscard, next ?? field);
  };
  return (
    <Button ref={button} size={size} variant={variant} onClick={discard}>
      {children}
    </Button>
  );
}
