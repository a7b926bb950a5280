import { IconMail, IconPhone } from "@tabler/icons-react";
import type { ContactMessage } from "@/api/types";
import { MailLink, PhoneLink } from "@/leads/ReachLink";
import { DeleteEntry } from "@/lists/DeleteEntry";
import { ExportButton } from "@/lists/ExportButton";
import { ListFrame } from "@/lists/ListFrame";
import { sortOptions } from "@/lists/sorting";
import { useAsked } from "@/lists/useAsked";
import { useList } from "@/lists/useList";
import { formatDayTime } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { deleteMessage, exportMessages, fetchMessages, NAME } from "./calls";
import "./contacts.css";

const SORTS = sortOptions([
  { name: "Date", sort: "-created_at" },
  { name: "Name", sort: "name" },
  { name: "Email", sort: "email" },
]);

/** What visitors wrote, as cards. */
export function ContactsTab() {
  const list = useList({
    name: NAME,
    fetchPage: fetchMessages,
    sort: "-created_at",
    perPage: 24,
    q: useAsked(),
  });
  return (
    <Panel
      title="Contact Submissions"
      actions={<ExportButton file="contact.csv" search={list.asked} fetchFile={exportMessages} />}
    >
      <ListFrame
        name={NAME}
        list={list}
        sorts={SORTS}
        empty={<Empty title="No messages yet">Messages from the contact page appear here.</Empty>}
      >
        {(messages) => (
          <ul className="contacts" aria-label={NAME}>
            {messages.map((message) => (
              <li key={message.id} data-entry={message.id}>
                <Card message={message} />
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
    </Panel>
  );
}

function Card({ message }: { message: ContactMessage }) {
  const { id, name, email, phone } = message;
  return (
    <article className="contact" aria-label={`Message from ${name}`}>
      <header>
        <h3>{name}</h3>
        <time className="figures" dateTime={message.created_at}>
          {formatDayTime(message.created_at)}
        </time>
      </header>
      <ul className="contact-ways">
        <li>
          <IconMail size={16} stroke={1.75} aria-hidden="true" />
          <MailLink address={email} clip />
        </li>
        {phone && (
          <li>
            <IconPhone size={16} stroke={1.75} aria-hidden="true" />
            <PhoneLink number={phone} />
          </li>
        )}
      </ul>
      <p className="contact-text">{message.message}</p>
      <footer>
        <DeleteEntry
          list={NAME}
          id={id}
          what="contact submission"
          name={`message of ${name}`}
          created_at={message.created_at}
          call={deleteMessage}
        />
      </footer>
    </article>
  );
}
