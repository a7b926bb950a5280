import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ButtonLink";
import styles from "./programme.module.css";

export interface Point {
  title: string;
  text: string;
}

/** One stretch of a programme page. */
export function Part({
  id,
  title,
  lead,
  sunk = false,
  children,
}: {
  id: string;
  title: string;
  lead?: string;
  sunk?: boolean;
  children?: ReactNode;
}) {
  return (
    <section id={id} className={sunk ? "stretch sunk" : "stretch"} aria-labelledby={`${id}-heading`}>
      <div>
        <h2 id={`${id}-heading`} className="milestone">
          {title}
        </h2>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </div>
    </section>
  );
}

/** Points as lines of a table of contents: name, then what it means. */
export function Ruled({ points }: { points: Point[] }) {
  return (
    <ul className={styles.ruled}>
      {points.map((point) => (
        <li key={point.title}>
          <h3>{point.title}</h3>
          <p>{point.text}</p>
        </li>
      ))}
    </ul>
  );
}

/** Points side by side. */
export function Columns({ points, count }: { points: Point[]; count: "two" | "three" | "four" }) {
  return (
    <ul className={`${styles.columns} ${styles[count]}`}>
      {points.map((point) => (
        <li key={point.title}>
          <h3>{point.title}</h3>
          <p>{point.text}</p>
        </li>
      ))}
    </ul>
  );
}

/** What to do, in order. */
export function Steps({ points }: { points: Point[] }) {
  return (
    <ol className={`${styles.steps} ${points.length === 4 ? styles.four : styles.three}`}>
      {points.map((point) => (
        <li key={point.title}>
          <h3>{point.title}</h3>
          <p>{point.text}</p>
        </li>
      ))}
    </ol>
  );
}

/** The way to the external enrolment form; to the contact page while there is none. */
export function Enrol({ href, children = "Enroll Now" }: { href: string; children?: ReactNode }) {
  return <ButtonLink href={href || "/contact-us"}>{children}</ButtonLink>;
}
