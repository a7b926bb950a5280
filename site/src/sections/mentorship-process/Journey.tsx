import type { CSSProperties } from "react";
import styles from "./mentorship-process.module.css";

const phases = [
  {
    name: "Foundation",
    months: 3,
    text: "NCERTs and the standard books, subject by subject. You build the habit of reading, noting and testing.",
  },
  {
    name: "Consolidation",
    months: 3,
    text: "The subjects meet each other. Sectional tests show the gaps, and the plan follows what they show.",
  },
  {
    name: "Prelims Preparation",
    months: 2,
    text: "Full-length tests at exam hours, analysis after each, and revision in shorter and shorter rounds.",
  },
];

const ends = phases.map((_, i) => phases.slice(0, i + 1).reduce((sum, phase) => sum + phase.months, 0));

/** Eight months as an elevation profile: each phase is as wide as it is long. */
export function Journey() {
  return (
    <div className={styles.journey}>
      <svg viewBox="0 0 800 200" preserveAspectRatio="none" className={styles.profile} aria-hidden="true">
        <path
          d="M0 186C60 182 90 150 150 148s90 22 150-18 110-26 160-40 80-50 140-52 90-6 120-22 60-8 80-8V200H0z"
          className={styles.land}
        />
        <path
          d="M0 200V196C80 190 110 176 170 174s100 12 160-14 110-16 160-26 80-26 140-26 90-6 170-22V200z"
          className={styles.land}
        />
        <path
          d="M0 186C60 182 90 150 150 148s90 22 150-18 110-26 160-40 80-50 140-52 90-6 120-22 60-8 80-8"
          className={styles.climb}
        />
      </svg>
      <ol className={styles.phases}>
        {phases.map((phase, i) => (
          <li key={phase.name} style={{ "--months": phase.months } as CSSProperties}>
            <svg viewBox="-20 -34 40 46" width="40" height="46" className={styles.stone} aria-hidden="true">
              <path d="M-16 10v-24a16 16 0 0 1 32 0v24z" className={styles.stoneBody} />
              <path d="M-14-14a14 14 0 0 1 28 0z" className={styles.stoneCap} />
              <text y="4" textAnchor="middle">
                {ends[i]}
              </text>
            </svg>
            <h3>{phase.name}</h3> <p className={styles.length}>{phase.months} months</p>
            <p>{phase.text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
