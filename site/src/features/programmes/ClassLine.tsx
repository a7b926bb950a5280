import type { CSSProperties } from "react";
import styles from "./class-line.module.css";

interface Props {
  label: string;
  /** How a class is read out: what is seen of it stands in the place of {class}. */
  words: string;
  classes: { name: string }[];
}

/** The classes as milestones of one climb. */
export function ClassLine({ label, words, classes }: Props) {
  const [before, after] = words.split("{class}");
  return (
    <ol
      className={styles.line}
      aria-label={label || undefined}
      style={{ "--classes": classes.length } as CSSProperties}
    >
      {classes.map(({ name }, i) => (
        <li key={i} style={{ "--step": i } as CSSProperties}>
          {before && <span className="visually-hidden">{before}</span>}
          {name}
          {after && <span className="visually-hidden">{after}</span>}
        </li>
      ))}
    </ol>
  );
}
