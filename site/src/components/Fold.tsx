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

/** What a card says beyond its first words: folded on a phone, in the open where there is room. */
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
