import type { ReactNode } from "react";
import styles from "./coming-soon.module.css";
import { PlannedArt } from "./PlannedArt";

/** A page that is planned but not built: on a map, a dashed line. */
export function ComingSoon({ title, children, level = 1 }: { title: string; children?: ReactNode; level?: 1 | 2 }) {
  return (
    <div className={styles.soon}>
      <div>
        {title && (level === 1 ? <h1 className="milestone">{title}</h1> : <h2>{title}</h2>)}
        {children}
      </div>
      <PlannedArt />
    </div>
  );
}
