import { Button, Modal } from "@mantine/core";
import { createContext, type ReactNode, useCallback, useContext, useState } from "react";

export interface Question {
  /** What is asked, in the specification's words where it has some. */
  message: string;
  /** What will happen then, when the question alone does not say it. */
  detail?: ReactNode;
  confirm: string;
  /** Null leaves only one button: there is nothing to decide. */
  cancel?: string | null;
  danger?: boolean;
  /** Something gentler that can be done instead: the question is then answered with no. */
  instead?: { label: string; run: () => void };
}

type Ask = (question: Question) => Promise<boolean>;
const ConfirmContext = createContext<Ask | null>(null);

/** Asks before something that cannot be taken back. Resolves to false when the dialog is dismissed. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error("useConfirm needs a ConfirmProvider");
  return ask;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<(Question & { answer: (yes: boolean) => void }) | null>(null);
  const ask = useCallback<Ask>((question) => new Promise((answer) => setOpen({ ...question, answer })), []);
  const close = (yes: boolean) => {
    open?.answer(yes);
    setOpen(null);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      <Modal
        opened={open !== null}
        onClose={() => close(false)}
        withCloseButton={false}
        // Above the dialog or drawer that asks, whichever came to the page first.
        zIndex={300}
        size="26rem"
        title={open?.message}
        classNames={{ content: "confirm", title: "confirm-title", header: "confirm-header" }}
      >
        {open?.detail && <div className="confirm-detail">{open.detail}</div>}
        <div className="actions">
          {open?.cancel !== null && (
            <Button variant="default" data-autofocus onClick={() => close(false)}>
              {open?.cancel ?? "Cancel"}
            </Button>
          )}
          {open?.instead && (
            <Button
              variant="default"
              onClick={() => {
                close(false);
                open.instead?.run();
              }}
            >
              {open.instead.label}
            </Button>
          )}
          <Button color={open?.danger === false ? undefined : "brick"} onClick={() => close(true)}>
            {open?.confirm ?? "OK"}
          </Button>
        </div>
      </Modal>
    </ConfirmContext>
  );
}
