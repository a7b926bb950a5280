import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import type { Article, ArticleSummary, SiteConfig, Snapshot } from "./types";

/** Returns the configuration of the site from the environment. */
export function siteConfig(env: NodeJS.ProcessEnv = process.env): SiteConfig {
  return {
    siteUrl: (env.PUBLIC_URL || "http://localhost:8080").replace(/\/+$/, ""),
    apiUrl: (env.PUBLIC_API_URL || "/api").replace(/\/+$/, ""),
    timezone: env.SITE_TIMEZONE || "Asia/Kolkata",
  };
}

/**
 * GETs with node:http and returns the body of a 200. With `fetch`, Next would cache the answer in `.next/cache` for the
 * next build.
 */
function getText(url: string, agent?: http.Agent, headers?: http.OutgoingHttpHeaders): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = (url.startsWith("https:") ? https : http).get(
      url,
      { agent, timeout: 30_000, headers },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          if (response.statusCode === 200) resolve(text);
          else reject(new Error(`GET ${url} answered ${response.statusCode}: ${text.slice(0, 200)}`));
        });
      },
    );
    request.on("timeout", () => request.destroy(new Error(`GET ${url} took longer than 30 s`)));
    request.on("error", reject);
  });
}

/** GETs JSON. */
export async function getJSON<T>(url: string, agent?: http.Agent, headers?: http.OutgoingHttpHeaders): Promise<T> {
  const text = await getText(url, agent, headers);
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    throw new Error(`GET ${url} did not answer JSON`, { cause: error });
  }
}

/** Returns the snapshot of an academy without content, which the base build has. */
export const emptySnapshot = (): Snapshot<Article> => ({
  fingerprint: "",
  revision: 0,
  base: null,
  settings: {
    site_title: "",
    site_description: "",
    contact_phone: "",
    contact_email: "",
    contact_whatsapp: "",
    contact_address: "",
    enrollment_form_url: "",
    community_url: "",
    sample_test_url: "",
    current_affairs_url: "",
    current_affairs_redirect: false,
    blog_show_coming_soon: false,
    videos_show_coming_soon: false,
    adhva_vibes_psi_hidden: false,
    adva_vibes_psi_hidden: false,
    hero_background_type: "image",
    hero_video_url: "",
    hero_video_poster: "",
    hero_video_autoplay: true,
    hero_video_muted: true,
    hero_video_loop: true,
    logo: "",
    accent_light: "",
    accent_dark: "",
  },
  sections: [],
  page_content: [],
  social_links: [],
  programs: [],
  features: [],
  differentiators: [],
  videos: [],
  pages: [],
  menus: {},
  redirects: [],
  media_focus: {},
  articles: [],
  removed: [],
});

/**
 * Returns the content of a full build, with article bodies: from the file SNAPSHOT_FILE, else from the API at
 * CMS_API_URL, else of an empty academy.
 */
export async function wholeSnapshot(env: NodeJS.ProcessEnv = process.env): Promise<Snapshot<Article>> {
  if (env.SNAPSHOT_FILE) return JSON.parse(await readFile(env.SNAPSHOT_FILE, "utf8")) as Snapshot<Article>;
  if (!env.CMS_API_URL) return emptySnapshot();
  return fetchWhole(env.CMS_API_URL.replace(/\/+$/, ""));
}

const CALLS_AT_ONCE = 8;
const TRIES = 5;

/**
 * Reads by public calls, so that a full build needs no secret. If the hash of an article differs because it has changed
 * since the snapshot was read, everything is read again.
 */
async function fetchWhole(api: string): Promise<Snapshot<Article>> {
  const options = { keepAlive: true, maxSockets: CALLS_AT_ONCE };
  const agent = api.startsWith("https:") ? new https.Agent(options) : new http.Agent(options);
  try {
    for (let tries = 1; ; tries++) {
      const snapshot = await getJSON<Snapshot>(`${api}/api/snapshot`, agent);
      try {
        return { ...snapshot, articles: await Promise.all(snapshot.articles.map((a) => withBody(api, a, agent))) };
      } catch (error) {
        if (tries === TRIES) throw error;
      }
    }
  } finally {
    agent.destroy();
  }
}

async function withBody(api: string, summary: ArticleSummary, agent: http.Agent): Promise<Article> {
  const url = `${api}/api/articles/${encodeURIComponent(summary.slug)}`;
  // The hash is of the article alone, without the focus of its banner, which comes last.
  const text = (await getText(url, agent)).replace(/,"focus":\{[^{}]*\}\}$/, "}");
  if (createHash("sha256").update(text).digest("hex") !== summary.hash)
    throw new Error(`GET ${url} is of another snapshot`);
  return { ...summary, content: (JSON.parse(text) as Article).content };
}
