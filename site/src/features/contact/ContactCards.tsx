"use client";

import { Icon } from "@academy/shared/Icon";
import { island } from "@/islands/island";
import { chat, telephone } from "@/lib/addresses";
import { useSettings } from "@/live/useLive";
import styles from "./contact.module.css";
import type { WaysTexts } from "./fields";

export interface Contact {
  contact_phone: string;
  contact_whatsapp: string;
  contact_email: string;
}

/** Phone, WhatsApp, e-mail: the three ways to a person. */
export default island(
  "ContactCards",
  ({ built, texts, level = 3 }: { built: Contact; texts: WaysTexts; level?: 2 | 3 }) => {
    const Heading = `h${level}` as const;
    const { contact_phone, contact_whatsapp, contact_email } = useSettings(built);
    const ways = [
      { icon: "phone", title: texts.phone, text: contact_phone, href: telephone(contact_phone) },
      { icon: "whatsapp", title: texts.whatsapp, text: contact_whatsapp, href: chat(contact_whatsapp) },
      { icon: "mail", title: texts.email, text: contact_email, href: `mailto:${contact_email}` },
    ] as const;
    const known = ways.filter((way) => way.text);
    if (known.length === 0) return null;
    return (
      <ul className={styles.cards}>
        {known.map((way) => (
          <li key={way.icon}>
            <Icon name={way.icon} size={28} />
            {way.title && <Heading>{way.title}</Heading>}
            <a href={way.href} {...(way.icon === "whatsapp" ? { target: "_blank", rel: "noopener" } : {})}>
              {way.text}
            </a>
          </li>
        ))}
      </ul>
    );
  },
);
