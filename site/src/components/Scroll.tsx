import type { ReactNode } from "react";
import ScrollStop from "./ScrollStop";
import styles from "./scroll.module.css";

/** Scrolls sideways what does not fit. The keyboard stops at it, unless scripts have found that all of it fits. */
export function Scroll({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: by the keyboard too it is scrolled
    <section id={id} className={styles.scroll} aria-label={label || undefined} tabIndex={0}>
      {children}
      <ScrollStop box={id} />
    </section>
  );
}
