"use client";

import { Icon } from "@academy/shared/Icon";
import { iconName } from "@academy/shared/icons";
import { Link } from "@/components/Link";
import type { ShownEntry } from "@/content/reader";
import { island } from "@/islands/island";
import { telephone } from "@/lib/addresses";
import type { LiveLink } from "@/lib/social";
import { followed } from "@/lib/social";
import { useSettings, useSocialLinks } from "@/live/useLive";
import styles from "./topbar.module.css";

interface Props {
  built: { contact_email: string; contact_phone: string };
  social: LiveLink[];
  menu: ShownEntry[];
  words: { skip: string; follow: string };
}

/** Ways to reach the academy, above everything else. */
export default island("TopBar", ({ built, social, menu, words: { skip, follow } }: Props) => {
  const { contact_email, contact_phone } = useSettings(built);
  const links = followed(useSocialLinks(social));
  return (
    <header className={styles.bar}>
      <a href="#content" className={styles.skip}>
        {skip}
      </a>
      <ul>
        {contact_email && (
          <li>
            <a href={`mailto:${contact_email}`}>
              <Icon name="mail" size={16} /> <span className={styles.email}>{contact_email}</span>
            </a>
          </li>
        )}
        {contact_phone && (
          <li className={styles.phone}>
            <a href={telephone(contact_phone)}>
              <Icon name="phone" size={16} /> <span>{contact_phone}</span>
            </a>
          </li>
        )}
        {menu.map(({ label, href }, i) => (
          <li key={i}>
            <Link href={href}>{label}</Link>
          </li>
        ))}
      </ul>
      {links.length > 0 && (
        <ul className={styles.follow} aria-label={follow || undefined}>
          {follow && <li aria-hidden="true">{follow}</li>}
          {links.map((link, i) => (
            <li key={i}>
              <a href={link.url} target="_blank" rel="noopener me">
                <Icon name={iconName(link.platform)} size={18} />
                <span className="visually-hidden">{link.platform}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </header>
  );
});
