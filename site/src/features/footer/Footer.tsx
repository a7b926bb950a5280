import { IntentLink } from "@/components/IntentLink";
import { Mark } from "@/components/Logo";
import type { Chrome } from "@/content/routes";
import type { NavLink } from "@/lib/links";
import { shown } from "@/lib/social";
import { ContactLinks } from "./ContactLinks";
import styles from "./footer.module.css";
import { SocialLinks } from "./SocialLinks";

const quickLinks: NavLink[] = [
  { label: "Home", href: "/" },
  { label: "NCERT Mastery", href: "/ncert-mastery" },
  { label: "Foundation Test Series", href: "/foundation-test-series" },
  { label: "Mentorship", href: "/mentorship" },
  { label: "PSI", href: "/adhva-vibes-psi" },
  { label: "About", href: "/about-us" },
  { label: "Contact", href: "/contact-us" },
];

const resourceLinks: NavLink[] = [
  { label: "Study Materials", href: "/resources" },
  { label: "Current Affairs", href: "/current-affairs" },
  { label: "Current Affairs Monthly Test", href: "/current-affairs-test" },
  { label: "Video Library", href: "/videos" },
  { label: "Blog", href: "/blog" },
];

function Links({ title, links }: { title: string; links: NavLink[] }) {
  return (
    <div>
      <h2>{title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.href}>
            <IntentLink href={link.href}>{link.label}</IntentLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Footer({ chrome }: { chrome: Chrome }) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.brand}>
          <p className={styles.name}>
            <Mark size={48} />
            {chrome.site_title}
          </p>
          <p className={styles.blurb}>
            <em>Adhva</em> is Sanskrit for path or journey. We prepare aspirants for the civil services, the Karnataka
            police sub-inspector exam and similar exams, one milestone at a time.
          </p>
          <SocialLinks built={shown(chrome.social_links)} />
        </div>
        <Links title="Quick links" links={quickLinks} />
        <Links title="Resources" links={resourceLinks} />
        <div className={styles.contact}>
          <h2>Contact</h2>
          <ContactLinks built={{ contact_email: chrome.contact_email, contact_whatsapp: chrome.contact_whatsapp }} />
        </div>
        <p className={styles.legal}>© 2024 {chrome.site_title}. All rights reserved.</p>
      </div>
    </footer>
  );
}
