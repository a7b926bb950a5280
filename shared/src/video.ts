import { urlOf } from "./url";

/** A video, or a playlist of them, that a page can embed. The server does the same (`weburl.VideoOf`). */
export type Video =
  | { host: "youtube"; id: string; start: number }
  | { host: "youtube"; list: string }
  | { host: "vimeo"; id: string; hash: string };

type Host = Video["host"];

/** Returns the video host of an address; null for any other. */
function hostOf(url: URL): Host | null {
  if (!/^https?:$/.test(url.protocol)) return null;
  if (/^((www|m|music)\.)?(youtu\.be|youtube(-nocookie)?\.com)$/.test(url.hostname)) return "youtube";
  return /^((www|m|player)\.)?vimeo\.com$/.test(url.hostname) ? "vimeo" : null;
}

/** Whether the address is of a host of videos: one that `videoOf` refuses is a page there, and no file. */
export const isVideoHost = (address: string): boolean => {
  const url = urlOf(address.trim());
  return url !== null && hostOf(url) !== null;
};

/** Returns the video at an address of any form; null if there is none that can be embedded. */
export function videoOf(address: string): Video | null {
  const url = urlOf(address.trim());
  const host = url && hostOf(url);
  if (!url || !host) return null;
  const parts = url.pathname.split("/").filter(Boolean);
  return host === "youtube" ? youtube(url, parts) : vimeo(url, parts);
}

function youtube(url: URL, [first = "", second = ""]: string[]): Video | null {
  const short = url.hostname.endsWith("youtu.be");
  const named = /^(embed|shorts|live|v)$/.test(first) && second !== "videoseries" ? second : null;
  const id = short ? first : (named ?? url.searchParams.get("v"));
  if (id && /^[\w-]{11}$/.test(id)) return { host: "youtube", id, start: startOf(url) };
  const list = url.searchParams.get("list") ?? "";
  const lists = first === "playlist" || (first === "embed" && second === "videoseries");
  return lists && /^[\w-]{2,64}$/.test(list) ? { host: "youtube", list } : null;
}

function vimeo(url: URL, parts: string[]): Video | null {
  const at = parts.findLastIndex((part) => /^\d{5,12}$/.test(part));
  if (at < 0 || /^(showcase|album)$/.test(parts[at - 1] ?? "")) return null;
  const hash = url.searchParams.get("h") ?? parts[at + 1] ?? "";
  return { host: "vimeo", id: parts[at] ?? "", hash: /^[\da-f]{6,32}$/.test(hash) ? hash : "" };
}

/** The start of the video in seconds: 90, 90s and 1m30s are the same. */
function startOf(url: URL): number {
  const text =
    url.searchParams.get("t") ?? url.searchParams.get("start") ?? new URLSearchParams(url.hash.slice(1)).get("t");
  const [, h = 0, m = 0, s = 0] = /^(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s?)?$/.exec(text ?? "") ?? [];
  return Number(h) * 3600 + Number(m) * 60 + Number(s);
}

/** The address of the player, without cookies where the host offers that. */
export function embedAddress(video: Video, options: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams();
  let player = "https://player.vimeo.com/video/";
  if (video.host === "youtube") player = "https://www.youtube-nocookie.com/embed/";
  if ("list" in video) query.set("list", video.list);
  if ("start" in video && video.start > 0) query.set("start", String(video.start));
  if ("hash" in video && video.hash) query.set("h", video.hash);
  for (const [name, value] of Object.entries(options)) query.set(name, value);
  const address = player + ("list" in video ? "videoseries" : video.id);
  return query.size > 0 ? `${address}?${query}` : address;
}
