import useSWR from "swr";
import { api, page } from "@/api/client";

export interface Counts {
  articles: number;
  videos: number;
  enrollments: number;
  mentorship: number;
  subscribers: number;
}

const one = { params: { query: { limit: 1 } } };

/** How many there are of each, as the lists themselves say. */
export function useCounts() {
  return useSWR<Counts, unknown>("counts", async () => {
    const [articles, videos, enrollments, mentorship, subscribers] = await Promise.all([
      page(api.GET("/articles", one)),
      page(api.GET("/videos", one)),
      page(api.GET("/enrollments", one)),
      page(api.GET("/mentorship", one)),
      page(api.GET("/admin/notifications", one)),
    ]);
    return {
      articles: articles.total,
      videos: videos.total,
      enrollments: enrollments.total,
      mentorship: mentorship.total,
      subscribers: subscribers.total,
    };
  });
}
