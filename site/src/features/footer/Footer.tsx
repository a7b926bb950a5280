import { Link } from "@/components/Link";
import { Logo } from "@/components/Logo";
import { Rich } from "@/components/Rich";
import type { ShownEntry } from "@/content/reader";
import { fill } from "@/lib/fill";
import type { LiveLink } from "@/lib/social";
import ContactLinks from "./ContactLinks";
import styles from "./footer.module.css";
import SocialLinks from "./SocialLinks";

function Links({ entries }: { entries: ShownEntry[] }) {
  return (
    <ul>
      {entries.map(({ label, href }, i) => (
        <li key={i}>
          <Link href={href}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  title: string;
  logo: string;
  menu: ShownEntry[];
  words: { blurb: string; contact: string; chat: string; legal: string };
  social: LiveLink[];
  contact: { contact_email: string; contact_whatsapp: string };
}

/** The end of every page. */
export function Footer({ title, logo, menu, words, social, contact }: Props) {
  const single = menu.filter((entry) => !entry.children);
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.brand}>
          <p className={styles.name}>
            <Logo url={logo} size={48} />
            {title}
          </p>
          <Rich className={styles.blurb} html={words.blurb} />
          <SocialLinks built={social} />
        </div>
        {menu.map(
          ({ label, children }, i) =>
            children && (
              <div key={i}>
                <h2>{label}</h2>
                <Links entries={children} />
              </div>
            ),
        )}
        {single.length > 0 && <Links entries={single} />}
        <div className={styles.contact}>
          {words.contact && <h2>{words.contact}</h2>}
          <ContactLinks built={contact} chat={words.chat} />
        </div>
        {words.legal && <p className={styles.legal}>{fill(words.legal, { title })}</p>}
      </div>
    </footer>
  );
}
