import type { ReactNode } from "react";
import { ButtonLink } from "./ButtonLink";

interface Props {
  /** Unique on its page. */
  id: string;
  /** Whether it is the page's first block: then its heading is the page's title. */
  first: boolean;
  heading: string;
  lead?: string;
  ground?: "plain" | "sunk";
  className?: string;
  children?: ReactNode;
}

/** The part of a page that one block fills: on the path, under its heading. */
export function BlockFrame({ id, first, heading, lead, ground = "plain", className, children }: Props) {
  const Heading = first ? "h1" : "h2";
  const names = ["stretch", ground === "sunk" && "sunk", first && "page-head", className].filter(Boolean).join(" ");
  return (
    <section className={names} data-section={id} aria-labelledby={heading ? `${id}-heading` : undefined}>
      <div>
        {heading && (
          <Heading id={`${id}-heading`} className="milestone" dir="auto">
            {heading}
          </Heading>
        )}
        {lead && (
          <p className="lead" dir="auto">
            {lead}
          </p>
        )}
        {children}
      </div>
    </section>
  );
}

/** A block's button, where it has both a text and a target. */
export function BlockButton({ text, link, tone }: { text: string; link: string; tone?: "quiet" | "ink" | "text" }) {
  if (!text || !link) return null;
  return (
    <div className="actions">
      <ButtonLink href={link} tone={tone}>
        {text}
      </ButtonLink>
    </div>
  );
}
