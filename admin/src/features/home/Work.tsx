import { asSentence } from "@academy/shared/api/errors";
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { ArticleSummary, Endpoint, PublishStatus, User } from "@/api/types";
import { FailureList } from "@/publishing/FailureList";
import { useReviews } from "@/resources/reviews";
import { addressOf } from "@/ui/address";
import { formatComing, formatMoment } from "@/ui/format";
import type { Scheduled } from "./calls";
import type { Lead } from "./leads";

interface PartProps {
  title: string;
  className?: string;
  /** Where all of it is. */
  more?: ReactNode;
  children: ReactNode;
}

/** A part of what there is to do. */
export function Part({ title, className = "", more, children }: PartProps) {
  const id = useId();
  return (
    <section className={`home-part ${className}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {more}
      </header>
      {children}
    </section>
  );
}

/** Leads to the articles, when there are more than are shown. */
function All({ count }: { count: number }) {
  return (
    <Link className="home-link" to="/admin/dashboard?tab=articles">
      {`All ${count.toLocaleString("en-IN")}`}
    </Link>
  );
}

const PUBLISHING = addressOf("settings", { view: "publishing" });
const editing = (id: string) => addressOf("articles", { edit: id });

interface FailedProps {
  status: PublishStatus | undefined;
  webhooks: readonly Endpoint[];
}

/** What did not work, and where it is mended; nothing while all is well. */
export function Failed({ status, webhooks }: FailedProps) {
  const pages = status && status.failures.length > 0;
  if (!pages && webhooks.length === 0) return null;
  return (
    <Part title="Failed" className="home-failed">
      {pages && <FailureList status={status} limit={5} />}
      {webhooks.length > 0 && (
        <ul className="failures">
          {webhooks.map(({ id, name, last_delivery: last }) => (
            <li key={id}>
              <span className="failure-path">Webhook {name}</span>
              <span className="failure-reason">{asSentence(last?.error || "It did not accept the last message")}</span>
              <time className="figures" dateTime={last?.last_attempt_at}>
                at {formatMoment(last?.last_attempt_at)}
              </time>
              <Link className="home-link" to={PUBLISHING} aria-label={`Open Publishing: ${name}`}>
                Open Publishing
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

interface ScheduleProps {
  scheduled: readonly Scheduled[];
  count: number;
}

/** What goes live or leaves by itself, next first, as milestones on the way. */
export function Schedule({ scheduled, count }: ScheduleProps) {
  return (
    <Part title="Scheduled" more={count > scheduled.length && <All count={count} />}>
      {scheduled.length === 0 ? (
        <p className="home-none">
          Nothing is scheduled. Give an article a future publish date, and it goes live automatically.
        </p>
      ) : (
        <ol className="home-schedule">
          {scheduled.map(({ article, at, leaves }) => (
            <li key={`${article.id} ${leaves}`} data-leaves={leaves || undefined}>
              <p className="home-when">
                {leaves ? "Leaves the site" : "Goes live"} <time dateTime={at}>{formatComing(at)}</time>
              </p>
              <Link className="home-item" dir="auto" to={editing(article.id)}>
                {article.title}
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Part>
  );
}

interface DraftsProps {
  drafts: readonly ArticleSummary[];
  count: number;
  user: User | null | undefined;
}

/** What is written and not published, last changed first. */
export function Drafts({ drafts, count, user }: DraftsProps) {
  return (
    <Part title="Drafts" more={count > drafts.length && <All count={count} />}>
      {drafts.length === 0 ? (
        <p className="home-none">No drafts. Articles that are not finished appear here.</p>
      ) : (
        <ul className="home-list">
          {drafts.map(({ id, title, author, author_id, updated_at }) => (
            <li key={id}>
              <Link className="home-item" dir="auto" to={editing(id)}>
                {title}
              </Link>
              <p className="home-meta">
                <bdi>{author_id === user?.id ? "Yours" : author}</bdi>
                <time dateTime={updated_at}>changed {formatMoment(updated_at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** Articles that wait for somebody who may publish them, and the own ones that were sent back. */
export function Reviews({ user }: { user: User | null | undefined }) {
  const { data } = useReviews();
  const shown = (data ?? []).filter(({ state, asked_by }) => state === "asked" || asked_by?.id === user?.id);
  if (shown.length === 0) return null;
  return (
    <Part title="Reviews">
      <ul className="home-list">
        {shown.map(({ id, title, state, asked_by, asked_at, answered_by, answered_at }) => (
          <li key={id}>
            <Link className="home-item" dir="auto" to={editing(id)}>
              {title}
            </Link>
            <p className="home-meta">
              {state === "asked" ? (
                <>
                  <bdi>{asked_by?.id === user?.id ? "Yours" : asked_by?.name}</bdi>
                  <time dateTime={asked_at}>asked {formatMoment(asked_at)}</time>
                </>
              ) : (
                <time dateTime={answered_at}>
                  sent back by {answered_by?.name} {formatMoment(answered_at)}
                </time>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What visitors left last. */
export function LatestLeads({ leads }: { leads: readonly Lead[] }) {
  return (
    <Part
      title="Latest leads"
      more={
        leads.length > 0 && (
          <Link className="home-link" to={addressOf("leads")}>
            All leads
          </Link>
        )
      }
    >
      {leads.length === 0 ? (
        <p className="home-none">No leads yet. New enrollments, applications, messages and subscribers appear here.</p>
      ) : (
        <ul className="home-list">
          {leads.map(({ id, kind, name, about, at, to }) => (
            <li key={id}>
              <Link className="home-item" dir="auto" to={to}>
                {name}
              </Link>
              <p className="home-meta">
                <span className="home-kind">{kind}</span>
                <span className="home-about" dir="auto">
                  {about}
                </span>
                <time dateTime={at}>{formatMoment(at)}</time>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Part>
  );
}
