"use client";

import { Icon } from "@/components/Icon";
import type { Chrome } from "@/content/routes";
import { chat } from "@/lib/addresses";
import { useSite } from "@/live/Site";
import { useSettings } from "@/live/useLive";

type Contact = Pick<Chrome, "contact_email" | "contact_whatsapp">;

/** The footer's ways to reach a person. */
export function ContactLinks({ built }: { built: Contact }) {
  const { contact_email, contact_whatsapp } = useSettings(built);
  const { chat: label } = useSite().words.footer;
  return (
    <ul>
      {contact_email && (
        <li>
          <a href={`mailto:${contact_email}`}>
            <Icon name="mail" size={18} /> {contact_email}
          </a>
        </li>
      )}
      {contact_whatsapp && label && (
        <li>
          <a href={chat(contact_whatsapp)} target="_blank" rel="noopener">
            <Icon name="whatsapp" size={18} /> {label}
          </a>
        </li>
      )}
    </ul>
  );
}
