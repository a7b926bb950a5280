import { page } from "@academy/shared/api/client";
import useSWR from "swr";
import { api } from "@/api/client";
import { useMay } from "@/api/session";
import type { ArticleSummary, Endpoint } from "@/api/types";
import { useEndpoints } from "@/resources/webhooks";
import { type Lead, latest } from "./leads";

/** What others do meanwhile is seen after this long, in milliseconds; at once by who comes back to the tab. */
const LOOK = 60_000;

/** How many of each kind are shown. */
export const SHOWN = { scheduled: 5, drafts: 5, leads: 8 };

/** The number of each; only of those that the person may read. */
export interface Counts {
  articles: number;
  videos: number;
  enrollments?: number;
  mentorship?: number;
  subscribers?: number;
}

interface Figures {
  counts: Counts;
  /** Null to whoever may not read leads. */
  leads: Lead[] | null;
}

/** Whose answer a new enrolment changes. */
export const FIGURES = "home/figures";

const first = (limit: number) => ({ params: { query: { limit } } });

/** How many there are of each, as the lists themselves say, and what came last. */
export function useFigures() {
  const reads = useMay()("leads:read");
  return useSWR<Figures, unknown>(
    FIGURES,
    async () => {
      const some = first(SHOWN.leads);
      const content = Promise.all([page(api.GET("/articles", first(1))), page(api.GET("/videos", first(1)))]);
      if (!reads) {
        const [articles, videos] = await content;
        return { counts: { articles: articles.total, videos: videos.total }, leads: null };
      }
      const [[articles, videos], enrollments, mentorship, messages, subscribers] = await Promise.all([
        content,
        page(api.GET("/enrollments", some)),
        page(api.GET("/mentorship", some)),
        page(api.GET("/contact", some)),
        page(api.GET("/admin/notifications", some)),
      ]);
      return {
        counts: {
          articles: articles.total,
          videos: videos.total,
          enrollments: enrollments.total,
          mentorship: mentorship.total,
          subscribers: subscribers.total,
        },
        leads: latest(SHOWN.leads, enrollments.items, mentorship.items, messages.items, subscribers.items),
      };
    },
    { refreshInterval: LOOK },
  );
}

/** An article that goes live, or leaves the site, by itself. */
export interface Scheduled {
  article: ArticleSummary;
  at: string;
  leaves: boolean;
}

interface Work {
  scheduled: Scheduled[];
  /** How many there are in all. */
  scheduledCount: number;
  drafts: ArticleSummary[];
  /** All of them, also those that are not shown. */
  draftCount: number;
}

/** What goes live or leaves next, and the drafts that were changed last. */
export function useWork(may: boolean) {
  return useSWR<Work, unknown>(
    may ? "home/work" : null,
    async () => {
      const next = (date: "publish_date" | "unpublish_date") =>
        page(api.GET("/articles", { params: { query: { upcoming: date, sort: date, limit: SHOWN.scheduled } } }));
      const [coming, leaving, drafts] = await Promise.all([
        next("publish_date"),
        next("unpublish_date"),
        page(
          api.GET("/articles", { params: { query: { status: "draft", sort: "-updated_at", limit: SHOWN.drafts } } }),
        ),
      ]);
      const scheduled = [
        ...coming.items.map((article) => ({ article, at: article.publish_date ?? "", leaves: false })),
        ...leaving.items.map((article) => ({ article, at: article.unpublish_date ?? "", leaves: true })),
      ];
      return {
        scheduled: scheduled.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(0, SHOWN.scheduled),
        scheduledCount: coming.total + leaving.total,
        drafts: drafts.items,
        draftCount: drafts.total,
      };
    },
    { refreshInterval: LOOK },
  );
}

/** The webhooks whose last message was not taken; none for somebody who may not see webhooks. */
export function useFailedWebhooks(may: boolean): Endpoint[] {
  const { data } = useEndpoints(may, LOOK);
  const failed = (state?: string) => state === "failing" || state === "failed";
  return (data ?? []).filter(({ active, last_delivery: last }) => active && failed(last?.state));
}
