import type { ReactNode } from "react";
import styles from "./button.module.css";
import { Icon } from "./Icon";
import { IntentLink } from "./IntentLink";

type Props = {
  href: string;
  children: ReactNode;
  /** How much it wants to be pressed; at most one loud button in sight. */
  tone?: "loud" | "quiet" | "ink" | "text";
  className?: string;
};

/** A link that looks like what it is for: going on. External targets open in a new tab. */
export function ButtonLink({ href, children, tone = "loud", className }: Props) {
  return (
    <IntentLink href={href} className={className ? `${styles[tone]} ${className}` : styles[tone]}>
      {children}
      <Icon name={/^https?:/.test(href) ? "external" : "arrow"} size={20} />
    </IntentLink>
  );
}
