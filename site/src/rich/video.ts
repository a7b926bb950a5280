import { urlOf } from "@academy/shared/url";
import { fill } from "@/lib/fill";
import { embedOf } from "@/lib/video";
import type { Page } from "./page";
import { type Element, escaped, plain, write } from "./tree";

const BOX = "display:grid;position:fixed;inset:0;padding:8px;place-content:center;justify-items:center;gap:12px;";
const WORDS = "color:#fff;font:600 16px/1.4 system-ui,sans-serif;text-align:center;text-decoration:none";
const BUTTON =
  "<svg width='64' height='64' viewBox='0 0 24 24' aria-hidden='true'><circle cx='12' cy='12' r='12' fill='#fff'/>" +
  "<path d='M9 6.5v11l9-5.5z' fill='#1c2046'/></svg>";
const UNSEEN = "position:absolute;clip-path:inset(50%);white-space:nowrap";

/**
 * The frame of a video, with a document of ours that has one link to the player: nothing is loaded from another host
 * before somebody follows it, and that needs no script. Beside it is the address, which is shown on paper.
 */
export function video(element: Element, page: Page): string {
  const src = plain(element.attributes.get("src") ?? "");
  const embed = urlOf(src);
  const words = page.videoWords ?? { name: page.words.video, title: "" };
  const name = fill(words.name, { number: ++page.videos, title: words.title });
  const title = element.attributes.get("title") ?? escaped(name);
  const attributes = new Map(element.attributes).set("title", title);
  if (!embed) return write({ tag: "iframe", attributes }, "");
  const link =
    `<a href="${escaped(embedOf(src) ?? src)}" style="${BOX}${WORDS}">${BUTTON}` +
    `<span><span style="${UNSEEN}">${escaped(page.words.play)} </span>${title}</span></a>`;
  attributes.delete("src");
  attributes.set("srcdoc", link.replaceAll("&", "&amp;").replaceAll('"', "&quot;"));
  attributes.set("loading", "lazy");
  attributes.set("allow", "autoplay; encrypted-media; picture-in-picture; fullscreen");
  const address = escaped(addressOf(embed));
  return `${write({ tag: "iframe", attributes }, "")}<a class="video-address" href="${address}">${address}</a>`;
}

/** The address at which people watch what is embedded. */
function addressOf({ href, hostname, pathname, searchParams }: URL): string {
  const id = pathname.split("/").at(-1) ?? "";
  const value = (name: string) => encodeURIComponent(searchParams.get(name) ?? "");
  if (hostname === "player.vimeo.com") return ["https://vimeo.com", id, value("h")].filter(Boolean).join("/");
  if (!/^www\.youtube(-nocookie)?\.com$/.test(hostname)) return href;
  if (id === "videoseries") return `https://www.youtube.com/playlist?list=${value("list")}`;
  return `https://youtu.be/${id}${value("start") && `?t=${value("start")}`}`;
}
