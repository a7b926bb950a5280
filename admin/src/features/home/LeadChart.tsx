import { body } from "@academy/shared/api/client";
import { useEffect, useRef } from "react";
import useSWR from "swr";
import { api } from "@/api/client";
import type { LeadCounts } from "@/api/types";
import { Loaded } from "@/ui/Loaded";
import type { Series } from "./drawLeads";
import { Part } from "./Work";

/** The kinds of leads, each with its colour. */
const KINDS = [
  { key: "enrollments", label: "Enrollments", colour: "--hue-ncert" },
  { key: "mentorship", label: "Mentorship", colour: "--hue-mentorship" },
  { key: "contact", label: "Messages", colour: "--hue-psi" },
  { key: "notifications", label: "Subscribers", colour: "--hue-foundation" },
] as const;
const DAYS = 30;
/** The time between two readings of the counts, in milliseconds. */
const LOOK = 60_000;

const dayOf = (day: string) =>
  new Date(`${day}T00:00Z`).toLocaleDateString("en-IN", { day: "numeric", month: "short", timeZone: "UTC" });

/** The leads of the last month: by day and kind, as a chart and a table, and by the page that sent them. */
export function LeadChart() {
  const counts = useSWR<LeadCounts, unknown>(
    "home/lead-counts",
    () => body(api.GET("/admin/leads/counts", { params: { query: { days: DAYS } } })),
    { refreshInterval: LOOK },
  );
  return (
    <Part title="Leads of the last 30 days">
      <Loaded from={counts} failed="The leads could not be counted">
        {({ days, pages }) => (
          <div className="home-leads">
            <Chart days={days} />
            <Days days={days} />
            <Pages pages={pages} />
          </div>
        )}
      </Loaded>
    </Part>
  );
}

const totalOf = (days: LeadCounts["days"], key: (typeof KINDS)[number]["key"]) =>
  days.reduce((sum, day) => sum + day[key], 0);

function Chart({ days }: Pick<LeadCounts, "days">) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = JSON.stringify(days);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const known: LeadCounts["days"] = JSON.parse(shown);
    const series: Series[] = KINDS.map(({ key, ...kind }) => ({ ...kind, counts: known.map((day) => day[key]) }));
    let stop = () => {};
    let gone = false;
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      // The table has the same numbers when it does not come.
      import("./drawLeads").then(
        ({ drawLeads }) => {
          if (!gone) {
            stop = drawLeads(
              element,
              known.map(({ day }) => dayOf(day)),
              series,
            );
          }
        },
        () => {},
      );
    });
    observer.observe(element);
    return () => {
      gone = true;
      observer.disconnect();
      stop();
    };
  }, [shown]);
  const words = KINDS.map(({ key, label }) => `${label} ${totalOf(days, key)}`).join(", ");
  return (
    <>
      <div className="home-chart">
        <canvas ref={canvas} role="img" aria-label={`Leads by day. Together: ${words}.`} />
      </div>
      <ul className="home-legend" aria-label="Leads by kind">
        {KINDS.map(({ key, label, colour }) => (
          <li key={key}>
            <span className="home-swatch" style={{ background: `var(${colour})` }} />
            {label} <b className="figures">{totalOf(days, key).toLocaleString("en-IN")}</b>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The days that have leads, newest first. */
function Days({ days }: Pick<LeadCounts, "days">) {
  const some = days.filter((day) => KINDS.some(({ key }) => day[key] > 0)).toReversed();
  if (some.length === 0) return <p className="home-none">No leads in the last 30 days.</p>;
  return (
    <details className="home-days">
      <summary>Leads by day as a table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard too */}
      <section aria-label="Leads by day" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              {KINDS.map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {some.map((day) => (
              <tr key={day.day}>
                <th scope="row">{dayOf(day.day)}</th>
                {KINDS.map(({ key }) => (
                  <td key={key}>{day[key]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

/** The pages from which visitors sent forms. */
function Pages({ pages }: Pick<LeadCounts, "pages">) {
  const known = pages.filter(({ path }) => path !== "");
  if (known.length === 0) return null;
  return (
    <>
      <h3>Sent from</h3>
      <ul className="home-list" aria-label="Sent from">
        {known.map(({ path, count }) => (
          <li key={path} className="home-page">
            <a className="home-link" href={path} target="_blank" rel="noopener">
              {path}
            </a>
            <span className="figures">{count.toLocaleString("en-IN")}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
