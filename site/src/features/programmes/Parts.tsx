import { ButtonLink } from "@/components/ButtonLink";
import type { Point } from "./fields";
import styles from "./programme.module.css";

/** Nothing where there are none. */
function Points({ as: List = "ul", points, className }: { as?: "ul" | "ol"; points: Point[]; className?: string }) {
  if (points.length === 0) return null;
  return (
    <List className={className}>
      {points.map(({ title, text }, i) => (
        <li key={i}>
          {title && <h3>{title}</h3>}
          {text && <p>{text}</p>}
        </li>
      ))}
    </List>
  );
}

/** Points as lines of a table of contents: name, then what it means. */
export const Ruled = ({ points }: { points: Point[] }) => <Points points={points} className={styles.ruled} />;

/** Points side by side. */
export const Columns = ({ points, count }: { points: Point[]; count: "two" | "three" | "four" }) => (
  <Points points={points} className={`${styles.columns} ${styles[count]}`} />
);

/** Steps, in order. */
export const Steps = ({ points }: { points: Point[] }) => (
  <Points as="ol" points={points} className={`${styles.steps} ${points.length === 4 ? styles.four : styles.three}`} />
);

/** The way to the external enrolment form; to the contact page while there is none. */
export const Enrol = ({ href, label }: { href: string; label: string }) => (
  <ButtonLink href={href || "/contact-us"}>{label}</ButtonLink>
);
