import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { useMay, useSession } from "@/api/session";
import { mayOpen, type Permission } from "@/model/roles";
import { usePublishStatus } from "@/resources/publishing";
import { Loaded } from "@/ui/Loaded";
import { type Counts, useFailedWebhooks, useFigures, useWork } from "./calls";
import { LeadChart } from "./LeadChart";
import { Drafts, Failed, LatestLeads, Reviews, Schedule } from "./Work";
import { EnrolmentWizard } from "./wizard/EnrolmentWizard";
import "./home.css";

const ARTICLES: readonly Permission[] = ["content:read", "content:own"];
const VIDEOS: readonly Permission[] = ["content:publish"];
const LEADS: readonly Permission[] = ["leads:read"];
const CARDS: readonly { key: keyof Counts; label: string; tab: string; needs: readonly Permission[] }[] = [
  { key: "articles", label: "Total Articles", tab: "articles", needs: ARTICLES },
  { key: "videos", label: "Video Lectures", tab: "videos", needs: VIDEOS },
  { key: "enrollments", label: "Active Enrollments", tab: "enrollments", needs: LEADS },
  { key: "mentorship", label: "Mentorship Programs", tab: "mentorship", needs: LEADS },
  { key: "subscribers", label: "Email Subscribers", tab: "notifications", needs: LEADS },
];

export function HomeTab() {
  const { user } = useSession();
  const may = useMay();
  const figures = useFigures();
  const writes = may("content:read") || may("content:own");
  const work = useWork(writes);
  const { data: publishing } = usePublishStatus();
  const webhooks = useFailedWebhooks(may("webhooks:write"));
  const [enrolling, setEnrolling] = useState(false);
  const [params, setParams] = useSearchParams();
  const asked = params.has("enroll");
  useEffect(() => {
    if (!asked) return;
    setEnrolling(true);
    setParams({}, { replace: true });
  }, [asked, setParams]);

  const counts = figures.data?.counts;
  const shown = (count: number | undefined) => (count === undefined ? "–" : count.toLocaleString("en-IN"));
  return (
    <>
      <section className="home-hero">
        <svg className="home-map" viewBox="0 0 900 260" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
          <g className="home-contours">
            <path d="M380 270c40-120 160-60 240-130S760 10 920 30" />
            <path d="M420 270c40-100 150-40 235-110S790 50 920 70" />
            <path d="M465 270c40-78 140-22 225-92s120-68 230-66" />
            <path d="M520 270c40-54 120-4 200-70s110-44 200-48" />
          </g>
          <path className="home-path" d="M330 232c90 0 110-44 210-44s120-40 200-40 70-50 120-68" />
          <circle className="home-stone" cx="540" cy="188" r="8" />
          <circle className="home-stone" cx="740" cy="148" r="8" />
          <circle className="home-stone home-stone-here" cx="860" cy="80" r="11" />
        </svg>
        <h2>Welcome back, {user?.name}</h2>
        <dl className="home-counts">
          <div>
            <dt>Articles</dt>
            <dd>{shown(counts?.articles)}</dd>
          </div>
          <div>
            <dt>Videos</dt>
            <dd>{shown(counts?.videos)}</dd>
          </div>
          {may("leads:read") && (
            <div>
              <dt>Students</dt>
              <dd>{shown(counts?.enrollments)}</dd>
            </div>
          )}
        </dl>
        <p className="home-actions">
          {may("leads:write") && <Button onClick={() => setEnrolling(true)}>Enroll Now</Button>}
          {writes && (
            <Link className="home-write" to="/admin/dashboard?tab=articles">
              Write an article
            </Link>
          )}
        </p>
      </section>
      <Failed status={publishing} webhooks={webhooks} />
      <div className="home-work">
        {writes && (
          <div className="home-column">
            <Reviews user={user} />
            <Loaded from={work} failed="The articles could not be loaded">
              {({ scheduled, scheduledCount, drafts, draftCount }) => (
                <>
                  <Schedule scheduled={scheduled} count={scheduledCount} />
                  <Drafts drafts={drafts} count={draftCount} user={user} />
                </>
              )}
            </Loaded>
          </div>
        )}
        {may("leads:read") && (
          <div className="home-column">
            <Loaded from={figures} failed="The counts could not be loaded">
              {({ leads }) => <LatestLeads leads={leads ?? []} />}
            </Loaded>
          </div>
        )}
      </div>
      {may("leads:read") && <LeadChart />}
      <section aria-label="Figures">
        <ul className="home-cards">
          {CARDS.filter((card) => mayOpen(card, may)).map(({ key, label, tab }) => (
            <li key={key}>
              <Link to={`/admin/dashboard?tab=${tab}`} className="home-card">
                <span className="home-figure">{shown(counts?.[key])}</span>
                <span>{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
      <EnrolmentWizard opened={enrolling} onClose={() => setEnrolling(false)} />
    </>
  );
}
