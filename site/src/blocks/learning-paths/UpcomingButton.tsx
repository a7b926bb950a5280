"use client";

import { useRef } from "react";
import buttons from "@/components/button.module.css";
import { island } from "@/islands/island";
import styles from "./learning-paths.module.css";

interface Props {
  /** Of the notice. */
  id: string;
  program: string;
  texts: { button: string; notice: string; ok: string };
}

/** Stands where the way into a programme will be; says so when pressed. */
export const UpcomingButton = island("UpcomingButton", function UpcomingButton({ id, program, texts }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button type="button" className={buttons.quiet} onClick={() => dialog.current?.showModal()}>
        {texts.button}
        <span className="visually-hidden">: {program}</span>
      </button>
      <dialog ref={dialog} className={styles.notice} role="alertdialog" aria-label={program} aria-describedby={id}>
        <p id={id}>{texts.notice}</p>
        <form method="dialog">
          <button type="submit" className={buttons.loud}>
            {texts.ok}
          </button>
        </form>
      </dialog>
    </>
  );
});
