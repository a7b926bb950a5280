"use client";

import { useId, useRef } from "react";
import buttons from "@/components/button.module.css";
import styles from "./learning-paths.module.css";

/** Stands where the way into a programme will be; says so when pressed. */
export function UpcomingButton({ program }: { program: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  return (
    <>
      <button type="button" className={buttons.quiet} onClick={() => dialog.current?.showModal()}>
        Coming Soon
        <span className="visually-hidden">: {program}</span>
      </button>
      <dialog ref={dialog} className={styles.notice} role="alertdialog" aria-label={program} aria-describedby={id}>
        <p id={id}>This program is coming soon! Stay tuned for updates.</p>
        <form method="dialog">
          <button type="submit" className={buttons.loud}>
            OK
          </button>
        </form>
      </dialog>
    </>
  );
}
