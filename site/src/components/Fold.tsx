import { Icon } from "@academy/shared/Icon";
import type { ReactNode } from "react";
import styles from "./fold.module.css";

interface Props {
  label: ReactNode;
  /** The heading before it opens it too: the card is a row of a list. */
  row?: boolean;
  /** From the beginning. */
  open?: boolean;
  children: ReactNode;
}

/** The text of a card beyond its first words: folded on a phone, open on a wide screen. */
export function Fold({ label, row, open, children }: Props) {
  return (
    <details className={row ? styles.row : styles.fold} open={open}>
      <summary>
        {label}
        <Icon name="chevron" size={20} />
      </summary>
      {children}
    </details>
  );
}
