import styles from "./class-line.module.css";

const classes = [6, 7, 8, 9, 10, 11, 12];

/** The seven classes as milestones of one climb. */
export function ClassLine() {
  return (
    <ol className={styles.line} aria-label="Classes">
      {classes.map((number, i) => (
        <li key={number} style={{ "--step": i } as React.CSSProperties}>
          <span className="visually-hidden">Class </span>
          {number}
        </li>
      ))}
    </ol>
  );
}
