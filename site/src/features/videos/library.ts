import type { Video } from "@/content/types";

/** Each category once, in the order in which they appear. */
export const categoriesOf = (videos: Pick<Video, "category">[]) => [
  ...new Set(videos.map((video) => video.category).filter(Boolean)),
];

/** Whole minutes, rounded down, as "12 min"; nothing when the length is unknown. */
export const minutes = (seconds: number | undefined) => (seconds ? `${Math.floor(seconds / 60)} min` : "");
