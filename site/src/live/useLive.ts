import { type Api, body, page, type Schemas } from "@academy/shared/api/client";
import { useEffect, useState } from "react";
import useSWR from "swr";
import type { LiveLink } from "@/lib/social";
import { api, apiUrl } from "./api";
import { type Answer, ask, newest, says, together } from "./ask";
import { logFailure, quietly } from "./swr";

/**
 * What the API says now, or what the page was built with until it answers, and for ever when it does not. An answer
 * that is older than the page, which a cache has kept, or SWR from a page before, never takes its place.
 * Sends no credentials. Calls with the same `key` share one request.
 */
function useLive<T>(key: string, read: (api: Api) => Promise<T>, built: T): T {
  const { data } = useSWR<Answer<T>>(`${apiUrl} ${key}`, () => ask(apiUrl, read), {
    ...quietly,
    fallbackData: { value: built },
  });
  const text = JSON.stringify(built);
  const [newer, setNewer] = useState({ text, value: built });
  const differs = data !== undefined && !says(data.value, built);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is read
  useEffect(() => {
    if (!data || !differs) return;
    let wanted = true;
    together(`${key} ${data.fingerprint}`, () => newest(apiUrl, read, data))
      .catch((error) => {
        logFailure(error, key);
        return built;
      })
      .then((value) => wanted && setNewer({ text, value }));
    return () => {
      wanted = false;
    };
  }, [data, differs, text, key]);
  return differs && newer.text === text ? newer.value : built;
}

type SettingKey = keyof Schemas["Settings"];

/** The settings that a part of a page shows. */
export const useSettings = <K extends SettingKey>(built: Pick<Schemas["Settings"], K>) =>
  useLive<Pick<Schemas["Settings"], K>>("settings", (api) => body(api.GET("/settings")), built);

export type LiveSection = Pick<Schemas["Section"], "type" | "is_visible" | "display_order">;

/** All sections of the home page, hidden ones included. */
export const useSections = (built: LiveSection[]) =>
  useLive<LiveSection[]>("sections", (api) => body(api.GET("/sections")), built);

/** The social links, in their order. */
export const useSocialLinks = (built: LiveLink[]) =>
  useLive<LiveLink[]>("social", (api) => body(api.GET("/social-media")), built);

/** The length is absent where it could not be read from the file. */
export type LiveVideo = Pick<Schemas["Video"], "id" | "title" | "description" | "category" | "file"> & {
  duration?: number;
};

/** All videos, newest first. */
export const useVideos = (built: LiveVideo[]) =>
  useLive<LiveVideo[]>("videos", (api) => body(api.GET("/videos")), built);

export type LiveArticle = Pick<
  Schemas["ArticleSummary"],
  "id" | "slug" | "title" | "excerpt" | "banner_image" | "author" | "category" | "publish_date" | "created_at" | "focus"
>;

/** `limit` published articles from position `offset` of the newest-first list on. */
export const useArticles = (built: LiveArticle[], limit: number, offset: number) =>
  useLive<LiveArticle[]>(
    `articles ${limit} ${offset}`,
    (api) => body(api.GET("/articles", { params: { query: { status: "published", limit, offset } } })),
    built,
  );

/** The newest `limit` published articles that have the words in them, and how many there are in all. */
export function useFoundArticles(words: string, limit: number) {
  const { data, error } = useSWR<{ items: LiveArticle[]; total: number }, unknown>(
    `${apiUrl} found ${limit} ${words}`,
    () => page(api.GET("/articles", { params: { query: { status: "published", q: words, limit } } })),
    { ...quietly, keepPreviousData: true },
  );
  return { articles: data?.items, total: data?.total ?? 0, failed: error !== undefined };
}
