import { IconMail, IconPhone } from "@tabler/icons-react";
import type { ContactMessage } from "@/api/types";
import { BulkBar, SelectBox } from "@/bulk/BulkBar";
import { type Selection, useSelection } from "@/bulk/selection";
import { Handling } from "@/leads/Handling";
import { LeadBoard } from "@/leads/LeadBoard";
import { LeadDrawer } from "@/leads/LeadDrawer";
import { Reach } from "@/leads/Reach";
import { MailLink, PhoneLink } from "@/leads/ReachLink";
import { useBoard, useLeadBulk, useLeads, useOpened } from "@/leads/useLeads";
import { DeleteEntry } from "@/lists/DeleteEntry";
import { ExportButton } from "@/lists/ExportButton";
import { ListFrame } from "@/lists/ListFrame";
import { sortOptions } from "@/lists/sorting";
import { useAsked } from "@/lists/useAsked";
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

type Message = ContactMessage & { title: string };
const nameOf = ({ name }: ContactMessage) => name;
const kindOf = () => "contact" as const;

/** What visitors wrote, as cards. */
export function ContactsTab() {
  const [opened, open] = useOpened();
  const [board, boardControl] = useBoard();
  const { list, filters, asked } = useLeads({
    ...{ name: NAME, fetchPage: fetchMessages, title: nameOf },
    perPage: 24,
    q: useAsked(),
  });
  const selection = useSelection(list.data?.items ?? []);
  const bulk = useLeadBulk<Message>(kindOf);
  return (
    <Panel
      title="Contact Submissions"
      actions={
        <>
          {boardControl}
          <ExportButton file="contact.csv" search={asked} fetchFile={exportMessages} />
        </>
      }
    >
      {board ? (
        <LeadBoard kind="contact" onOpen={({ id }) => open(id)} />
      ) : (
        <ListFrame
          name={NAME}
          list={list}
          filters={filters}
          sorts={SORTS}
          empty={<Empty title="No messages yet">Messages from the contact page appear here.</Empty>}
        >
          {(messages) => (
            <>
              <BulkBar {...bulk} selection={selection} />
              <ul className="contacts" aria-label={NAME}>
                {messages.map((message) => (
                  <li key={message.id} data-entry={message.id}>
                    <Card message={message} selection={selection} onOpen={open} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </ListFrame>
      )}
      <LeadDrawer of={opened === null ? null : { kind: "contact", id: opened }} onClose={() => open(null)} />
    </Panel>
  );
}

interface CardProps {
  message: Message;
  selection: Selection<Message>;
  onOpen: (id: string) => void;
}

function Card({ message, selection, onOpen }: CardProps) {
  const { id, name, email, phone } = message;
  return (
    <article className="contact" aria-label={`Message from ${name}`}>
      <header>
        <SelectBox entry={message} selection={selection} />
        <h3>
          <button type="button" className="opener" aria-haspopup="dialog" onClick={() => onOpen(id)}>
            {name}
          </button>
        </h3>
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
        <Handling kind="contact" lead={message} name={name} />
        <Reach name={name} phone={phone} rest />
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
