import { Icon } from "@academy/shared/Icon";
import { isExternal } from "@academy/shared/url";
import type { ReactNode } from "react";
import styles from "./button.module.css";
import { Link } from "./Link";

type Props = {
  href: string;
  children: ReactNode;
  /** How much it wants to be pressed; at most one loud button in sight. */
  tone?: "loud" | "quiet" | "ink" | "text";
  /** It leads back to where one comes from: the arrow says so. */
  back?: boolean;
  className?: string;
};

/**
 * A link that looks like what it is for: going on. External targets open in a new tab. Nothing without a target, as when
 * the page that it leads to is not public, or without words.
 */
export function ButtonLink({ href, children, tone = "loud", back, className }: Props) {
  if (!href || !children) return null;
  return (
    <Link href={href} className={[styles[tone], back && styles.back, className].filter(Boolean).join(" ")}>
      {children}
      <Icon name={back ? "back" : isExternal(href) ? "external" : "arrow"} size={20} />
    </Link>
  );
}
