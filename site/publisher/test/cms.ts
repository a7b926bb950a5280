import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { compareArticles } from "@/content/content";
import { emptySnapshot } from "@/content/source";
import type { Article, ArticleSummary, Parts, Snapshot } from "@/content/types";
import type { Report } from "../cms";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The CMS's side of the publishing contract on a loopback port: snapshots, differences, bodies, reports. */
export class ContractCMS {
  readonly secret = `whsec_${Buffer.from("a secret only for tests, of 32 b").toString("base64")}`;
  readonly reports: Report[] = [];
  parts: Parts;
  articles = new Map<string, Article>();
  url = "";
  /** Differences handed out, to show that the publisher asked for them. */
  differences = 0;
  /** Slug of an article whose text is not handed out. */
  withheld = "";
  /** How many articles fit into one answer. */
  atOnce = 100;
  /** Whether the first articles are handed out whichever are asked for. */
  anyArticles = false;
  /** How many times articles are not handed out, because another replica is asked. */
  refusals = 0;
  /** Fingerprint of content that is not to be published. */
  held = "";
  /** Runs before a report is answered. */
  beforeAnswer: (report: Report) => Promise<void> = async () => {};
  /** Runs between reading a snapshot and answering it. */
  afterSnapshot: () => void = () => {};
  private written = 0;
  private readonly past = new Map<string, Article[]>();
  private readonly server = http.createServer((request, response) => this.handle(request, response));
  private readonly waiting: { test: (report: Report) => boolean; resolve: (report: Report) => void }[] = [];

  constructor() {
    const { fingerprint: _f, revision: _r, base: _b, articles: _a, removed: _d, ...parts } = emptySnapshot();
    this.parts = { ...parts, settings: { ...parts.settings, site_title: "Adhva Academy" } };
  }

  /** Another one with the same content; it knows nothing of older content. */
  copy(): ContractCMS {
    const copy = new ContractCMS();
    copy.parts = structuredClone(this.parts);
    copy.articles = new Map(this.articles);
    copy.written = this.written;
    return copy;
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  write(article: Partial<Article> & { slug: string }): Article {
    const before = this.articles.get(article.slug);
    const number = before ? before.id : String(++this.written).padStart(6, "0");
    const day = new Date(Date.UTC(2025, 0, 1) + Number(number) * 3_600_000).toISOString();
    const { hash: _, ...whole } = {
      id: number,
      title: `Article ${number}`,
      excerpt: `What article ${number} is about.`,
      banner_image: "",
      author: "Adhva Academy",
      author_id: "1",
      category: "Strategy",
      tags: ["plan"],
      publish_date: day,
      created_at: day,
      updated_at: day,
      status: "published",
      content: `<p>Body of article ${number}.</p>`,
      ...before,
      ...article,
    } as Article;
    const complete = { ...whole, hash: sha256(JSON.stringify(whole)) };
    this.articles.set(article.slug, complete);
    return complete;
  }

  /** The whole snapshot with bodies, as a full build reads it from SNAPSHOT_FILE. */
  whole(): Snapshot<Article> {
    const articles = [...this.articles.values()].sort(compareArticles);
    const fingerprint = sha256(JSON.stringify([this.parts, articles.map((a) => a.hash)]));
    this.past.set(fingerprint, articles);
    return { fingerprint, revision: this.past.size, base: null, ...this.parts, articles, removed: [] };
  }

  /** A webhook as the CMS would send it. */
  webhook(date = new Date(), type = "content.changed"): { body: string; headers: Record<string, string> } {
    const body = JSON.stringify({ type, timestamp: date.toISOString(), data: {} });
    const id = `msg_${date.getTime()}`;
    const signature = new Webhook(this.secret).sign(id, date, body);
    return {
      body,
      headers: {
        "webhook-id": id,
        "webhook-timestamp": String(Math.floor(date.getTime() / 1000)),
        "webhook-signature": signature,
      },
    };
  }

  /** The next report, counted from now, that passes the test. */
  next(test: (report: Report) => boolean): Promise<Report> {
    return new Promise((resolve) => this.waiting.push({ test, resolve }));
  }

  private handle(request: http.IncomingMessage, response: http.ServerResponse): void {
    const url = new URL(request.url ?? "/", this.url);
    const answer = (status: number, body?: unknown) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(body === undefined ? "" : JSON.stringify(body));
    if (url.pathname === "/api/snapshot") {
      const now = this.whole();
      this.afterSnapshot();
      const base = this.past.get(url.searchParams.get("since") ?? "");
      return void answer(
        200,
        base ? this.difference(now, url.searchParams.get("since") as string, base) : withoutBodies(now),
      );
    }
    if (url.pathname === "/api/snapshot/articles") {
      if (!this.signed(request.headers)) return void answer(401, { detail: "not signed" });
      if (this.refusals > 0) {
        this.refusals--;
        return void answer(410, { detail: "forgotten" });
      }
      const articles = this.past.get(url.searchParams.get("fingerprint") ?? "");
      const ids = new Set(url.searchParams.get("ids")?.split(","));
      const found = articles?.filter((a) => (this.anyArticles || ids.has(a.id)) && a.slug !== this.withheld);
      return void (found ? answer(200, found.slice(0, this.atOnce)) : answer(410, { detail: "forgotten" }));
    }
    const slug = /^\/api\/articles\/([^/]+)$/.exec(url.pathname)?.[1];
    if (slug) {
      const article = this.articles.get(decodeURIComponent(slug));
      const { hash: _, ...whole } = article ?? { hash: "" };
      return void (article ? answer(200, whole) : answer(404, { detail: "no such article" }));
    }
    if (url.pathname !== "/api/publish/report") return void answer(404, {});
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const body = Buffer.concat(chunks).toString();
      const { data } = new Webhook(this.secret).verify(body, request.headers as Record<string, string>) as {
        data: Report;
      };
      this.reports.push(data);
      const withheld = data.state === "building" && data.fingerprint === this.held;
      await this.beforeAnswer(data);
      answer(withheld ? 409 : 204, withheld ? { detail: "held" } : undefined);
      for (const entry of this.waiting.filter((w) => w.test(data))) {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        entry.resolve(data);
      }
    });
  }

  /** Whether a GET was signed by the publisher. */
  private signed(headers: http.IncomingHttpHeaders): boolean {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    if (!(Math.abs(Date.now() - at.getTime()) < 300_000)) return false;
    const expected = new Webhook(this.secret).sign(String(headers["webhook-id"]), at, "");
    return String(headers["webhook-signature"]).split(" ").includes(expected);
  }

  private difference(now: Snapshot<Article>, since: string, base: Article[]): Snapshot {
    this.differences++;
    const before = new Map(base.map((a) => [a.id, a.hash]));
    const after = new Set(now.articles.map((a) => a.id));
    return {
      ...withoutBodies(now),
      base: since,
      articles: now.articles.filter((a) => before.get(a.id) !== a.hash).map(summary),
      removed: base.filter((a) => !after.has(a.id)).map((a) => a.id),
    };
  }
}

const summary = ({ content: _, ...rest }: Article): ArticleSummary => rest;
const withoutBodies = (snapshot: Snapshot<Article>): Snapshot => ({
  ...snapshot,
  articles: snapshot.articles.map(summary),
});
