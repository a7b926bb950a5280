"use client";

import { Icon } from "@academy/shared/Icon";
import { island } from "@/islands/island";
import { chat } from "@/lib/addresses";
import { useSettings } from "@/live/useLive";

interface Props {
  built: { contact_email: string; contact_whatsapp: string };
  /** The text of the link to the chat. */
  chat: string;
}

/** The footer's ways to reach a person. */
export default island("ContactLinks", ({ built, chat: label }: Props) => {
  const { contact_email, contact_whatsapp } = useSettings(built);
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
});
