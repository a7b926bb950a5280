import type { ReactNode } from "react";
import styles from "./coming-soon.module.css";

/** An address where there is nothing: the traveller has walked off the sheet. */
export function Lost({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="stretch page-head">
      <div className={styles.soon}>
        <div>
          {title && <h1 className="milestone">{title}</h1>}
          {children}
        </div>
        <svg viewBox="0 0 480 260" className={styles.art} aria-hidden="true">
          <g className={styles.sheet}>
            <path d="M20 40l100-24 100 24 100-24v204l-100 24-100-24-100 24z" />
            <path d="M120 16v204M220 40v204" />
          </g>
          <g className={styles.contours}>
            <path d="M20 96c40-30 70 4 100-14s66-26 100 2 70-14 100-20M20 122c44-24 66 6 100-10s70-18 100 6 62-10 100-18" />
            <path d="M20 196c36-14 60 12 100-8s64-16 100 8 60-16 100-14" />
          </g>
          <path d="M20 206c40-4 40-34 82-42s52 22 92 8 34-62 74-66 36 14 52 10" className={styles.walked} />
          <path d="M320 116c36-8 46-34 76-28" className={styles.planned} />
          <circle cx="402" cy="90" r="9" className={styles.here} />
        </svg>
      </div>
    </div>
  );
}
