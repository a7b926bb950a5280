"use client";

import { Icon } from "@academy/shared/Icon";
import { iconName } from "@academy/shared/icons";
import { island } from "@/islands/island";
import type { LiveLink } from "@/lib/social";
import { shown } from "@/lib/social";
import { useSocialLinks } from "@/live/useLive";
import styles from "./footer.module.css";

/** The academy's visible social links, kept current by the API. */
export default island("SocialLinks", ({ built }: { built: LiveLink[] }) => {
  const links = shown(useSocialLinks(built));
  if (links.length === 0) return null;
  return (
    <ul className={styles.social}>
      {links.map((link, i) => (
        <li key={i}>
          <a href={link.url} target="_blank" rel="noopener me" style={{ "--brand": link.color } as React.CSSProperties}>
            <Icon name={iconName(link.platform)} size={22} />
            <span className="visually-hidden">{link.platform}</span>
          </a>
        </li>
      ))}
    </ul>
  );
});
