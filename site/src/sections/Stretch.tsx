import type { ReactNode } from "react";
import type { SectionType } from "./order";

/** One stretch of the home page's path: a labelled region on the shared grid. */
export function Stretch({
  type,
  className = "",
  children,
}: {
  type: SectionType;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section className={`stretch ${className}`} data-section={type} aria-labelledby={`${type}-heading`}>
      {children}
    </section>
  );
}

/** The stretch's heading. It carries the milestone, unless the stretch puts it beside something else. */
export function Heading({
  type,
  children,
  milestone = true,
}: {
  type: SectionType;
  children: ReactNode;
  milestone?: boolean;
}) {
  return (
    <h2 id={`${type}-heading`} className={milestone ? "milestone" : undefined}>
      {children}
    </h2>
  );
}
