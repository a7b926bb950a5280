import { createHash, createHmac } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { compareArticles } from "@/content/content";
import { emptySnapshot } from "@/content/source";
import type { Article, ArticleSummary, Parts, Point, Snapshot } from "@/content/types";
import type { Release, Report } from "../cms";
import { Releases } from "./releases";

/** What the CMS knows of a build: what it was told, and what it has seen go live. */
export interface Noted {
  state: "building" | "live" | "failed";
  fingerprint: string;
  release: string;
  progress: { done: number; total: number };
  routes: string[];
  error: string;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** The CMS's side of the publishing contract on a loopback port: snapshots, differences, bodies, reports, releases. */
export class ContractCMS {
  readonly secret = `whsec_${Buffer.from("a secret only for tests, of 32 b").toString("base64")}`;
  readonly reports: Noted[] = [];
  releases = new Releases();
  /** Calls in the order in which they came. */
  readonly calls: string[] = [];
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
  /** The focus that public answers have of the banner of an article. */
  focus: Point | undefined;
  /** How many times articles are not handed out, because another replica is asked. */
  refusals = 0;
  /** Fingerprint of content that is not to be published. */
  held = "";
  /** Runs before a report or a release is answered. */
  beforeAnswer: (noted: Noted) => Promise<void> = async () => {};
  /** Runs before a release is looked at. */
  beforeRelease: (asked: Release) => void = () => {};
  /** Why a file is not taken. */
  refusal: { status: number; detail: string } | null = null;
  /** How many releases are made without an answer. */
  silent = 0;
  /** Runs between reading a snapshot and answering it. */
  afterSnapshot: () => void = () => {};
  private written = 0;
  private readonly past = new Map<string, Article[]>();
  private readonly server = http.createServer((request, response) => void this.handle(request, response));
  private readonly waiting: { test: (noted: Noted) => boolean; resolve: (noted: Noted) => void }[] = [];

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
    copy.releases = this.releases.copy();
    copy.reports.push(...this.reports);
    return copy;
  }

  async listen(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(port, "127.0.0.1", resolve));
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
    return { body, headers: this.sign(body, date) };
  }

  /** The headers that a body is sent with. */
  sign(body: string, date = new Date()): Record<string, string> {
    const id = `msg_${date.getTime()}`;
    return {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(date.getTime() / 1000)),
      "webhook-signature": new Webhook(this.secret).sign(id, date, body),
    };
  }

  /** The next report, counted from now, that passes the test. */
  next(test: (noted: Noted) => boolean): Promise<Noted> {
    return new Promise((resolve) => this.waiting.push({ test, resolve }));
  }

  private async handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url ?? "/", this.url);
    const answer = (status: number, body?: unknown) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(body === undefined ? "" : JSON.stringify(body));
    this.calls.push(`${request.method} ${url.pathname}`);
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
      if (!this.signed(request.headers, body)) return void answer(401, { detail: "not signed" });
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
      return void (article ? answer(200, { ...whole, focus: this.focus }) : answer(404, { detail: "no such article" }));
    }
    if (!this.signed(request.headers, body)) return void answer(401, { detail: "not signed" });
    const hash = /^\/api\/publish\/files\/([0-9a-f]{64})$/.exec(url.pathname)?.[1];
    if (hash && request.method === "PUT") {
      const put = this.refusal ? { status: this.refusal.status, body: this.refusal } : this.releases.put(hash, body);
      return void answer(put.status, put.body);
    }
    if (url.pathname === "/api/publish/files") {
      const { searchParams } = url;
      const content = this.releases.read(searchParams.get("release") ?? "", searchParams.get("path") ?? "");
      return void (content ? response.writeHead(200).end(content) : answer(404, { detail: "no such file" }));
    }
    if (url.pathname === "/api/publish/live") {
      const { searchParams } = url;
      return void answer(200, this.releases.live(searchParams.get("since"), searchParams.get("verify") === "true"));
    }
    if (url.pathname === "/api/publish/releases")
      return this.makeRelease(JSON.parse(body.toString()), answer, response);
    if (url.pathname !== "/api/publish/report") return void answer(404, {});
    const { data } = JSON.parse(body.toString()) as { data: Report };
    const noted = { release: "", routes: [], ...data };
    await this.note(noted);
    const withheld = data.state === "building" && data.fingerprint === this.held;
    answer(withheld ? 409 : 204, withheld ? { detail: "held", held: true } : undefined);
    this.tell(noted);
  }

  private async makeRelease(
    asked: Release,
    answer: (status: number, body: object) => void,
    response: http.ServerResponse,
  ): Promise<void> {
    if (asked.fingerprint === this.held) return answer(409, { detail: "held", held: true });
    this.beforeRelease(asked);
    const { status, body, made } = this.releases.release(asked);
    if (!made) return answer(status, body);
    const noted: Noted = {
      state: asked.partial ? "building" : "live",
      fingerprint: asked.fingerprint,
      release: made.release,
      progress: asked.progress,
      routes: asked.changed,
      error: "",
    };
    await this.note(noted);
    if (this.silent > 0) {
      this.silent--;
      response.destroy();
    } else answer(status, body);
    this.tell(noted);
  }

  private async note(noted: Noted): Promise<void> {
    this.reports.push(noted);
    await this.beforeAnswer(noted);
  }

  private tell(noted: Noted): void {
    for (const entry of this.waiting.filter(({ test }) => test(noted))) {
      this.waiting.splice(this.waiting.indexOf(entry), 1);
      entry.resolve(noted);
    }
  }

  /** Whether the publisher has signed the body as it was sent. */
  private signed(headers: http.IncomingHttpHeaders, body: Buffer): boolean {
    const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
    // Render processes have the machine's clock, whatever a test does to that of this one.
    const clocks = [Date.now(), performance.timeOrigin + performance.now()];
    if (!clocks.some((now) => Math.abs(now - at.getTime()) < 300_000)) return false;
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`;
    const key = Buffer.from(this.secret.replace("whsec_", ""), "base64");
    const expected = `v1,${createHmac("sha256", key).update(signed).update(body).digest("base64")}`;
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
