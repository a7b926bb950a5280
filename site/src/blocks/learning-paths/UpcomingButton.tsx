import buttons from "@/components/button.module.css";
import styles from "./learning-paths.module.css";

// React hands them on; its types do not know them yet.
declare module "react" {
  interface ButtonHTMLAttributes<T> {
    command?: "show-modal" | "close";
    commandfor?: string;
  }
}

interface Props {
  id: string;
  program: string;
  texts: { button: string; notice: string; ok: string };
}

/** Stands where the way into a programme will be; says so when pressed. A browser without commands shows a popover. */
export function UpcomingButton({ id, program, texts }: Props) {
  const describedBy = `${id}_notice`;
  return (
    <>
      <button type="button" className={buttons.quiet} command="show-modal" commandfor={id} popoverTarget={id}>
        {texts.button}
        <span className="visually-hidden">: {program}</span>
      </button>
      <dialog
        id={id}
        popover="auto"
        className={styles.notice}
        role="alertdialog"
        aria-label={program}
        aria-describedby={describedBy}
      >
        <p id={describedBy}>{texts.notice}</p>
        <button
          type="button"
          className={buttons.loud}
          command="close"
          commandfor={id}
          popoverTarget={id}
          popoverTargetAction="hide"
        >
          {texts.ok}
        </button>
      </dialog>
    </>
  );
}
