import type { ReactNode } from "react";
import { ScrollStop } from "./ScrollStop";
import styles from "./scroll.module.css";

/** Scrolls sideways what does not fit; only then the keyboard stops at it. */
export function Scroll({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <section id={id} className={styles.scroll} aria-label={label || undefined}>
      {children}
      <ScrollStop box={id} />
    </section>
  );
}
