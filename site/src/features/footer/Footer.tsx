"use client";

import { Link } from "@/components/Link";
import { Logo } from "@/components/Logo";
import { Rich } from "@/components/Rich";
import type { ShownEntry } from "@/content/reader";
import { fill } from "@/lib/fill";
import { useChrome } from "@/live/chrome";
import { ContactLinks } from "./ContactLinks";
import styles from "./footer.module.css";
import { SocialLinks } from "./SocialLinks";

function Links({ entries }: { entries: ShownEntry[] }) {
  return (
    <ul>
      {entries.map(({ label, href }) => (
        <li key={`${label} ${href}`}>
          <Link href={href}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}

export function Footer() {
  const { site_title: title, logo, menus, words } = useChrome();
  const single = menus.footer.filter((entry) => !entry.children);
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.brand}>
          <p className={styles.name}>
            <Logo url={logo} size={48} />
            {title}
          </p>
          <Rich as="p" className={styles.blurb} html={words.footer.blurb} />
          <SocialLinks />
        </div>
        {menus.footer.map(
          ({ label, children }) =>
            children && (
              <div key={label}>
                <h2>{label}</h2>
                <Links entries={children} />
              </div>
            ),
        )}
        {single.length > 0 && <Links entries={single} />}
        <div className={styles.contact}>
          {words.footer.contact && <h2>{words.footer.contact}</h2>}
          <ContactLinks />
        </div>
        {words.footer.legal && <p className={styles.legal}>{fill(words.footer.legal, { title })}</p>}
      </div>
    </footer>
  );
}
