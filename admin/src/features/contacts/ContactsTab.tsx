import { IconMail, IconPhone } from "@tabler/icons-react";
import type { ContactMessage } from "@/api/types";
import { DeleteEntry } from "@/components/DeleteEntry";
import { ExportButton } from "@/components/ExportButton";
import { formatDayTime } from "@/components/format";
import { ListFrame } from "@/components/ListFrame";
import { Panel } from "@/components/Panel";
import { MailLink, PhoneLink } from "@/components/ReachLink";
import { sortOptions } from "@/components/sorting";
import { Empty } from "@/components/states";
import { useList } from "@/components/useList";
import { deleteMessage, exportMessages, fetchMessages, NAME } from "./calls";
import "./contacts.css";

const SORTS = sortOptions([
  { name: "Date", sort: "-created_at" },
  { name: "Name", sort: "name" },
  { name: "Email", sort: "email" },
]);

/** What visitors wrote, as cards. */
export function ContactsTab() {
  const list = useList({ name: NAME, fetchPage: fetchMessages, sort: "-created_at", perPage: 24 });
  return (
    <Panel
      title="Contact Submissions"
      actions={<ExportButton file="contact.csv" search={list.asked} fetchFile={exportMessages} />}
    >
      <ListFrame
        name={NAME}
        list={list}
        sorts={SORTS}
        empty={<Empty title="No messages yet">What visitors write on the contact page appears here.</Empty>}
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
