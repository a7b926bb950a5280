import type { ComponentProps, ReactNode } from "react";

/** Names the heading of the stretch with this id. No id that is a slug can be the same. */
const headingId = (id: string) => `${id}_heading`;

// Ids of the layout around the page, which no stretch takes a second time.
const TAKEN = ["content", "main-menu"];

interface Props extends ComponentProps<"section"> {
  id: string;
  /** The text of its Heading: without one the stretch is no region. */
  heading: string;
  /** Read by the stylesheet. */
  "data-video"?: boolean;
}

/** One stretch of a page's path: a region on the shared grid, named by its heading. */
export function Stretch({ id, heading, className, ...rest }: Props) {
  return (
    <section
      {...rest}
      id={TAKEN.includes(id) ? undefined : id}
      className={className ? `stretch ${className}` : "stretch"}
      data-section={id}
      aria-labelledby={heading ? headingId(id) : undefined}
    />
  );
}

interface HeadingProps {
  id: string;
  /** The content of the heading, unless it is the plain text. */
  children?: ReactNode;
  text: string;
  h1?: boolean;
  className?: string;
}

/** The stretch's heading; nothing where there is no text. It carries the milestone unless it has another class. */
export function Heading({ id, text, children = text, h1, className = "milestone" }: HeadingProps) {
  if (!text) return null;
  const Element = h1 ? "h1" : "h2";
  return (
    <Element id={headingId(id)} className={className || undefined}>
      {children}
    </Element>
  );
}
