import { readFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import type { Article, SiteConfig, Snapshot } from "./types";

/** How this build of the site is run, from the environment. */
export function siteConfig(env: NodeJS.ProcessEnv = process.env): SiteConfig {
  return {
    siteUrl: (env.PUBLIC_URL || "http://localhost:8080").replace(/\/+$/, ""),
    apiUrl: (env.PUBLIC_API_URL || "/api").replace(/\/+$/, ""),
    timezone: env.SITE_TIMEZONE || "Asia/Kolkata",
  };
}

/**
 * GETs JSON with node:http. Not `fetch`: Next keeps what `fetch` returned during a build in `.next/cache`
 * and would hand the same answer to the next build.
 */
export function getJSON<T>(url: string, agent?: http.Agent, headers?: http.OutgoingHttpHeaders): Promise<T> {
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
          if (response.statusCode !== 200) {
            reject(new Error(`GET ${url} answered ${response.statusCode}: ${text.slice(0, 200)}`));
            return;
          }
          try {
            resolve(JSON.parse(text) as T);
          } catch (error) {
            reject(new Error(`GET ${url} did not answer JSON`, { cause: error }));
          }
        });
      },
    );
    request.on("timeout", () => request.destroy(new Error(`GET ${url} took longer than 30 s`)));
    request.on("error", reject);
  });
}

/** An academy without content: what the base build is made of. */
export const emptySnapshot = (): Snapshot<Article> => ({
  fingerprint: "",
  revision: 0,
  base: null,
  settings: {
    site_title: "Adhva Academy",
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
    hero_background_type: "image",
    hero_video_url: "",
    hero_video_poster: "",
    hero_video_autoplay: true,
    hero_video_muted: true,
    hero_video_loop: true,
  },
  sections: [],
  page_content: [],
  social_links: [],
  programs: [],
  features: [],
  differentiators: [],
  videos: [],
  articles: [],
  removed: [],
});

/**
 * Everything that a full build renders, article bodies included: from the file SNAPSHOT_FILE, else from the API at
 * CMS_API_URL, else an empty academy (the publisher's base build: only its code is of interest).
 */
export async function wholeSnapshot(env: NodeJS.ProcessEnv = process.env): Promise<Snapshot<Article>> {
  if (env.SNAPSHOT_FILE) return JSON.parse(await readFile(env.SNAPSHOT_FILE, "utf8")) as Snapshot<Article>;
  if (!env.CMS_API_URL) return emptySnapshot();
  return fetchWhole(env.CMS_API_URL.replace(/\/+$/, ""));
}

/** Bodies asked for in one request: GET /api/snapshot/articles takes at most 100 ids. */
export const BODIES_PER_REQUEST = 100;

async function fetchWhole(api: string): Promise<Snapshot<Article>> {
  const snapshot = await getJSON<Snapshot>(`${api}/api/snapshot`);
  const articles: Article[] = [];
  for (let i = 0; i < snapshot.articles.length; i += BODIES_PER_REQUEST) {
    const ids = snapshot.articles.slice(i, i + BODIES_PER_REQUEST).map((a) => a.id);
    articles.push(
      ...(await getJSON<Article[]>(
        `${api}/api/snapshot/articles?fingerprint=${snapshot.fingerprint}&ids=${ids.join(",")}`,
      )),
    );
  }
  const bodies = new Map(articles.map((a) => [a.id, a.content]));
  return { ...snapshot, articles: snapshot.articles.map((a) => ({ ...a, content: bodies.get(a.id) ?? "" })) };
}
