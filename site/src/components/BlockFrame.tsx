import type { ReactNode } from "react";
import { ButtonLink } from "./ButtonLink";
import { Heading, Stretch } from "./Stretch";

interface Props {
  /** Unique on its page. */
  id: string;
  /** Whether its heading is the page's title. */
  h1?: boolean;
  heading: string;
  lead?: string;
  ground?: "plain" | "sunk";
  children?: ReactNode;
}

/** One stretch of a page, such as a block fills, under its heading. */
export function BlockFrame({ id, h1 = false, heading, lead, ground = "plain", children }: Props) {
  const className = [ground === "sunk" && "sunk", h1 && "page-head"].filter(Boolean).join(" ");
  return (
    <Stretch id={id} heading={heading} className={className}>
      <div>
        <Heading id={id} text={heading} h1={h1} />
        {lead && (
          <p className="lead" dir="auto">
            {lead}
          </p>
        )}
        {children}
      </div>
    </Stretch>
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
