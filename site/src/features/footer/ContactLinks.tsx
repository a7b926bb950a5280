"use client";

import { Icon } from "@/components/Icon";
import { chat } from "@/lib/addresses";
import { useChrome } from "@/live/chrome";
import { useSettings } from "@/live/useLive";

/** The footer's ways to reach a person. */
export function ContactLinks() {
  const chrome = useChrome();
  const built = { contact_email: chrome.contact_email, contact_whatsapp: chrome.contact_whatsapp };
  const { contact_email, contact_whatsapp } = useSettings(built);
  const label = chrome.words.footer.chat;
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
