import type { CSSProperties } from "react";
import { fill } from "@/lib/fill";
import styles from "./journey.module.css";

interface Phase {
  name: string;
  months: number | null;
  text: string;
}

interface Props {
  phases: Phase[];
  /** How long a phase is, in words: "{months} months". */
  length: string;
}

/** An elevation profile: each phase is as wide as it is long, and its stone says how many months lie behind. */
export function Journey({ phases, length }: Props) {
  const ends = phases.map((_, i) => phases.slice(0, i + 1).reduce((sum, phase) => sum + (phase.months ?? 1), 0));
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
          <li key={i} style={{ "--months": phase.months ?? 1 } as CSSProperties}>
            <svg viewBox="-20 -34 40 46" width="40" height="46" className={styles.stone} aria-hidden="true">
              <path d="M-16 10v-24a16 16 0 0 1 32 0v24z" className={styles.stoneBody} />
              <path d="M-14-14a14 14 0 0 1 28 0z" className={styles.stoneCap} />
              <text y="4" textAnchor="middle">
                {ends[i]}
              </text>
            </svg>
            {phase.name && <h3>{phase.name}</h3>}{" "}
            {length && <p className={styles.length}>{fill(length, { months: phase.months ?? 1 })}</p>}
            {phase.text && <p>{phase.text}</p>}
          </li>
        ))}
      </ol>
    </div>
  );
}
