import http from "node:http";
import type { Schemas } from "@academy/shared/api/client";
import { getJSON } from "@/content/source";
import type { Article, Snapshot } from "@/content/types";
import type { Keys } from "./keys";

/** What POST /api/publish/report is told. */
export type Report = Required<Schemas["Report"]>;

/** The CMS did not hand over articles of a snapshot: it has forgotten that one, or another replica was asked. */
export class NotGiven extends Error {}

/** The publisher's calls to the CMS. */
export class CMS {
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 4 });
  private sent = 0;
  private trace: http.OutgoingHttpHeaders = {};

  constructor(
    private readonly url: string,
    private readonly keys: Keys,
  ) {}

  /** Makes the calls from now on part of the trace that a webhook came with, a header of W3C's Trace Context. */
  follow(traceparent: string | undefined): void {
    this.trace = traceparent ? { traceparent } : {};
  }

  /** The whole snapshot, or what changed since `fingerprint` when the CMS still remembers that one. */
  snapshot(since: string | null): Promise<Snapshot> {
    return getJSON<Snapshot>(`${this.url}/api/snapshot${since ? `?since=${since}` : ""}`, this.agent, this.trace);
  }

  /**
   * Whole articles as they were in the snapshot with this fingerprint, at most 100, less those that it does not have.
   * Rejects with NotGiven.
   */
  async articles(fingerprint: string, ids: string[]): Promise<Article[]> {
    const articles: Article[] = [];
    for (let missing = ids; missing.length > 0; ) {
      const query = `fingerprint=${fingerprint}&ids=${missing.join(",")}`;
      const answer = await getJSON<Article[]>(`${this.url}/api/snapshot/articles?${query}`, this.agent, {
        ...this.trace,
        ...this.keys.headers(this.nextId("get"), ""),
      }).catch((error: Error) => {
        throw new NotGiven(`the CMS did not give the texts of articles: ${error.message}`);
      });
      // An answer ends where it would become too large.
      const given = new Set(answer.map((article) => article.id));
      const left = missing.filter((id) => !given.has(id));
      if (left.length === missing.length) break;
      missing = left;
      articles.push(...answer);
    }
    return articles;
  }

  private nextId(kind: string): string {
    return `${kind}_${process.pid}_${Date.now()}_${this.sent++}`;
  }

  /**
   * Sends a signed report. Returns whether the build may go on: it may not while an earlier release is held live. Rejects
   * when the CMS does not take it.
   */
  report(data: Report): Promise<boolean> {
    const body = JSON.stringify({ type: "publish.report", timestamp: new Date().toISOString(), data });
    return new Promise((resolve, reject) => {
      const request = http.request(`${this.url}/api/publish/report`, {
        method: "POST",
        agent: this.agent,
        timeout: 5_000,
        headers: {
          ...this.trace,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...this.keys.headers(this.nextId("report"), body),
        },
      });
      request.on("response", (response) => {
        response.resume();
        response.on("end", () => {
          if (response.statusCode === 204) resolve(true);
          else if (response.statusCode === 409) resolve(false);
          else reject(new Error(`the report was answered ${response.statusCode}`));
        });
      });
      request.on("timeout", () => request.destroy(new Error("the report took longer than 5 s")));
      request.on("error", reject);
      request.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
