import styles from "./coming-soon.module.css";

/** A way that is planned: walked up to here, dotted from here on. */
export function PlannedArt() {
  return (
    <svg viewBox="0 0 480 180" className={styles.art} aria-hidden="true">
      <path d="M0 150C60 146 80 104 140 104s70 30 120 10 70-74 120-74 70 40 100 44v96H0z" className={styles.hill} />
      <path d="M0 166c80-6 110-30 170-28s100 26 160 12 100-34 150-26v56H0z" className={styles.hill} />
      <path d="M20 170C70 166 60 140 110 132" className={styles.walked} />
      <path d="M110 132c50-8 60 14 104 6s40-48 84-62 60 10 80-26" className={styles.planned} />
      <path d="M376 52V12m2 0c10-6 16 6 28 0v18c-12 6-18-6-28 0" className={styles.flag} />
      <circle cx="110" cy="132" r="9" className={styles.here} />
    </svg>
  );
}

/** A list that has nothing in it yet. */
export function Empty({ children }: { children: string }) {
  return (
    <div className={styles.soon}>
      <div>{children && <p>{children}</p>}</div>
      <PlannedArt />
    </div>
  );
}
