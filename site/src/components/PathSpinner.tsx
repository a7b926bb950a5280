import styles from "./path-spinner.module.css";

/** Waiting: a short path that is walked again and again. */
export function PathSpinner({ label }: { label: string }) {
  return (
    <p role="status" className={styles.spinner}>
      <svg viewBox="0 0 120 48" width="120" height="48" aria-hidden="true">
        <path d="M6 40C34 40 26 22 48 22s16 14 34 10 12-22 32-24" pathLength={1} className={styles.ahead} />
        <path d="M6 40C34 40 26 22 48 22s16 14 34 10 12-22 32-24" pathLength={1} className={styles.walk} />
      </svg>
      {label}
    </p>
  );
}
