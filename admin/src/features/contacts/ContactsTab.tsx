import { Button, Pagination, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconMail, IconPhone } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import useSWR from "swr";
import { api, page } from "@/api/client";
import type { ContactMessage } from "@/api/types";
import { formatDayTime } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Empty, Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import "./contacts.css";

const PAGE = 24;

/** What visitors wrote, newest first. */
export function ContactsTab() {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 200);
  const [pageNumber, setPageNumber] = useState(1);
  const query = { limit: PAGE, offset: (pageNumber - 1) * PAGE, q: q || undefined };
  const { data, error, mutate } = useSWR<{ items: ContactMessage[]; total: number }, unknown>(["/contact", query], () =>
    page(api.GET("/contact", { params: { query } })),
  );

  useEffect(() => {
    if (error) toast.error("Failed to load data");
  }, [error]);

  return (
    <Panel title="Contact Submissions" subtitle={data && `${data.total.toLocaleString("en-IN")} messages`}>
      {!data && error !== undefined && (
        <Failure title="The messages could not be loaded" error={error} onRetry={() => mutate()} />
      )}
      {!data && error === undefined && <Loading />}
      {data && (data.total > 0 || typed !== "") && (
        <div className="filters">
          <TextInput
            label="Search"
            name="q"
            type="search"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setPageNumber(1);
            }}
          />
        </div>
      )}
      {data?.items.length === 0 && (
        <Empty title={q === "" ? "No messages yet" : "Nothing matches"}>
          {q === "" ? "What visitors write on the contact page appears here." : "Try other words."}
        </Empty>
      )}
      <div className="contacts">
        {data?.items.map((message) => (
          <article key={message.id} className="contact" aria-label={`Message from ${message.name}`}>
            <header>
              <h3>{message.name}</h3>
              <time className="figures" dateTime={message.created_at}>
                {formatDayTime(message.created_at)}
              </time>
            </header>
            <p className="contact-ways">
              <Button
                component="a"
                href={`mailto:${message.email}`}
                variant="subtle"
                size="compact-sm"
                leftSection={<IconMail size={16} stroke={1.75} />}
              >
                {message.email}
              </Button>
              {message.phone && (
                <Button
                  component="a"
                  href={`tel:${message.phone.replaceAll(" ", "")}`}
                  variant="subtle"
                  size="compact-sm"
                  leftSection={<IconPhone size={16} stroke={1.75} />}
                >
                  {message.phone}
                </Button>
              )}
            </p>
            <p className="contact-text">{message.message}</p>
          </article>
        ))}
      </div>
      {data && data.total > PAGE && (
        <Pagination
          total={Math.ceil(data.total / PAGE)}
          value={pageNumber}
          onChange={setPageNumber}
          getControlProps={(control) => ({ "aria-label": `${control} page` })}
          className="pages"
        />
      )}
    </Panel>
  );
}
