import { hash, randomUUID } from "node:crypto";
import http from "node:http";
import https from "node:https";
import { buffer } from "node:stream/consumers";
import type { Schemas } from "@academy/shared/api/client";
import type { Article, Snapshot } from "@/content/types";
import { pause } from "./failure";
import type { Keys } from "./keys";

/** A route in a release: the hash of the inputs that it was rendered from, and the sha256 of each file, by path. */
export type RouteEntry = Schemas["ChangedRoute"];

/** The body of POST /api/publish/releases: the changes against the release `parent`. */
export type Release = Schemas["NewRelease"] & { patches: Schemas["Patch"][]; progress: Report["progress"] };

/** The body of POST /api/publish/report. */
export type Report = Required<Schemas["Report"]>;

/** The CMS did not return articles, as it may have forgotten the snapshot, or did not answer about a release. */
export class NotGiven extends Error {}

/** The CMS refused a call. The message says why. */
export class Refused extends Error {
  constructor(
    call: string,
    readonly status: number,
    /** Members of the answer. `held`: nothing is to be published, because an earlier release is pinned. */
    readonly problem: { detail?: string; held?: boolean; missing?: string[] },
  ) {
    super(`${call} was answered ${status}: ${problem.detail ?? "without a reason"}`);
  }
}

// How often a call is attempted that may be repeated.
const TRIES = 4;
const TIMEOUT = 30_000;
// Articles in one request.
const MAX_ARTICLES = 100;
const REPORT_TIMEOUT = 5_000;
// Statuses of a CMS, or of a proxy in front of it, that is away for the moment.
const AWAY = new Set([502, 503, 504]);

/** Calls the CMS. All calls are signed. */
export class CMS {
  private trace: http.OutgoingHttpHeaders = {};

  constructor(
    private readonly url: string,
    private readonly keys: Keys,
  ) {}

  /** Makes later calls part of this trace, a header of W3C's Trace Context. */
  follow(traceparent: string | undefined): void {
    this.trace = traceparent ? { traceparent } : {};
  }

  /** The whole snapshot, or its difference to that with the fingerprint `since` if the CMS still remembers it. */
  snapshot(since: string | null): Promise<Snapshot> {
    return this.get(`/api/snapshot${since ? `?since=${since}&unchanged=omit` : ""}`);
  }

  /** The articles of the snapshot with this fingerprint, with their bodies. Rejects with NotGiven. */
  async articles(fingerprint: string, ids: string[]): Promise<Article[]> {
    const articles: Article[] = [];
    for (let left = ids; left.length > 0; ) {
      const asked = new Set(left.slice(0, MAX_ARTICLES));
      const query = `fingerprint=${fingerprint}&ids=${[...asked].join(",")}`;
      const answer = await this.get<Article[]>(`/api/snapshot/articles?${query}`).catch((error: Error) => {
        throw new NotGiven(`the CMS did not give the texts of articles: ${error.message}`);
      });
      const given = answer.filter(({ id }) => asked.delete(id));
      articles.push(...given);
      // An answer that would be too large has fewer articles, and one is empty if the CMS has none of them.
      left = [...(given.length ? asked : []), ...left.slice(MAX_ARTICLES)];
    }
    return articles;
  }

  /** The live release, or its difference to the release `since`. With `verify`, the CMS verifies every file first. */
  live(since: string, verify: boolean): Promise<Schemas["LiveRelease"]> {
    const query = new URLSearchParams({ ...(since && { since }), ...(verify && { verify: "true" }) });
    return this.get(`/api/publish/live?${query}`);
  }

  /** A file of a release. */
  async released(release: string, path: string): Promise<string> {
    const query = new URLSearchParams({ release, path });
    return String(await this.send("GET", `/api/publish/files?${query}`));
  }

  /** Hands over a file and returns its sha256. */
  async put(file: string, content: Buffer): Promise<string> {
    const name = hash("sha256", content);
    await this.send("PUT", `/api/publish/files/${name}?path=${encodeURIComponent(file)}`, content);
    return name;
  }

  /** Makes a release. Rejects with Refused when it is not live, with NotGiven when it may be. */
  async release(release: Release): Promise<Schemas["Made"]> {
    const answer = await this.send("POST", "/api/publish/releases", JSON.stringify(release)).catch((error: Error) => {
      throw error instanceof Refused ? error : new NotGiven(error.message);
    });
    return JSON.parse(String(answer)) as Schemas["Made"];
  }

  /** Reports. Rejects with Refused where the build may not go on. */
  async report(data: Report): Promise<void> {
    const body = JSON.stringify({ type: "publish.report", timestamp: new Date().toISOString(), data });
    await this.send("POST", "/api/publish/report", body, REPORT_TIMEOUT);
  }

  private async get<T>(path: string): Promise<T> {
    return JSON.parse(String(await this.send("GET", path))) as T;
  }

  /** Makes a call. While the CMS is away, repeats one that may be repeated. */
  private async send(method: string, path: string, body: string | Buffer = "", timeout = TIMEOUT): Promise<Buffer> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.sendOnce(method, path, body, timeout);
      } catch (error) {
        const away = !(error instanceof Refused) || AWAY.has(error.status);
        if (method === "POST" || tries === TRIES || !away) throw error;
        await pause(tries);
      }
    }
  }

  private async sendOnce(method: string, path: string, body: string | Buffer, timeout: number): Promise<Buffer> {
    const call = `${method} ${path.replace(/\?.*/, "")}`;
    const headers = {
      ...this.trace,
      ...(body && { "content-type": typeof body === "string" ? "application/json" : "application/octet-stream" }),
      ...this.keys.headers(randomUUID(), body),
    };
    const { request: send } = this.url.startsWith("https:") ? https : http;
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = send(this.url + path, { method, timeout, headers }, resolve);
      request.on("timeout", () => request.destroy(new Error(`${call} took longer than ${timeout / 1000} s`)));
      request.on("error", reject);
      request.end(body);
    });
    const content = await buffer(response);
    const { statusCode = 0 } = response;
    if (statusCode >= 200 && statusCode < 300) return content;
    throw new Refused(call, statusCode, problemOf(content.toString()));
  }
}

function problemOf(answer: string): Refused["problem"] {
  try {
    return JSON.parse(answer);
  } catch {
    // The answer of a proxy may not be JSON.
    return { detail: answer.slice(0, 200) };
  }
}
