import type { Schemas } from "@academy/shared/api/client";
import { fill } from "@/lib/fill";

/** Each category once, in the order in which they appear. */
export const categoriesOf = (videos: Pick<Schemas["Video"], "category">[]) => [
  ...new Set(videos.map((video) => video.category).filter(Boolean)),
];

/** Whole minutes, rounded down, in words such as "{minutes} min"; nothing when the length is unknown. */
export const minutes = (seconds: number | undefined, words: string) =>
  seconds ? fill(words, { minutes: Math.floor(seconds / 60) }) : "";
