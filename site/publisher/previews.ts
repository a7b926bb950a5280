import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import { type Chrome, chrome, pathOf, type Route, routes } from "@/content/routes";
import type { Article, Parts, Snapshot } from "@/content/types";
import { pagesOf } from "./bodies";
import type { CMS } from "./cms";
import { messageOf, reasonOf } from "./failure";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import { type Page, RenderError } from "./render-process";
import type { Renderer } from "./renderer";

/** What the CMS asks to see: a page of the site with other content than the CMS has. */
export interface Question {
  /** Of what is asked for in one frame, only the newest waits. */
  frame: string;
  pattern: string;
  param: string;
  /** A difference, with the texts of articles, and without the parts that are the same. */
  changes: Omit<Snapshot<Article>, keyof Parts> & Partial<Parts>;
}

/** The page, or why there is none, as an answer over HTTP. */
export type Answer =
  | { status: 200; page: string }
  | { status: 409 | 422; detail: string }
  | { status: 412; fingerprint: string }
  | { status: 503; detail: string; retryAfter: number };

interface Waiting {
  question: Question;
  answer: (answer: Answer) => void;
}

// A page takes some 15 ms, and whoever asks waits for 25 s.
const MOST_WAITING = 100;

const REPLACED: Answer = { status: 409, detail: "A newer preview in the same frame has taken its place." };
const OUTCOMES = { 200: "made", 409: "replaced", 412: "behind", 422: "refused", 503: "unavailable" } as const;
const NO_PAGE: Answer = { status: 422, detail: "The site has no page at this path." };
const later = (detail: string): Answer => ({ status: 503, detail, retryAfter: 2 });

/** Renders pages that are not published, one after the other. What is published goes before all of them. */
export class Previews {
  /** By frame, in the order in which they came. */
  private readonly waiting = new Map<string, Waiting>();
  private working = false;

  constructor(
    private readonly options: {
      cms: CMS;
      renderer: Renderer;
      /** What the publisher knows; null, or another content than the CMS's, makes it ask, by `read`. */
      content: () => Content | null;
      read: () => void;
      log: Log;
      metrics?: Metrics;
    },
  ) {}

  /** How many wait for their turn. */
  get size(): number {
    return this.waiting.size;
  }

  /** Answers when the question's turn has come, or it can have none. One that is `gone` has no turn. */
  async ask(question: Question, gone: AbortSignal): Promise<Answer> {
    const started = performance.now();
    const answer = await this.turn(question, gone);
    this.options.metrics?.previewed(OUTCOMES[answer.status], performance.now() - started);
    return answer;
  }

  private turn(question: Question, gone: AbortSignal): Promise<Answer> {
    const { frame } = question;
    const older = this.waiting.get(frame);
    older?.answer(REPLACED);
    if (!older && this.waiting.size >= MOST_WAITING) {
      return Promise.resolve(later("Too many previews are asked for at the moment. Please try again shortly."));
    }
    return new Promise((answer) => {
      const mine = { question, answer };
      this.waiting.set(frame, mine);
      const leave = () => {
        if (this.waiting.get(frame) !== mine) return;
        this.waiting.delete(frame);
        this.options.metrics?.previewed("gone");
      };
      gone.addEventListener("abort", leave, { once: true });
      if (!this.working) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.working = true;
    while (this.waiting.size) {
      await this.options.renderer.free();
      for (const [frame, { question, answer }] of this.waiting) {
        this.waiting.delete(frame);
        answer(await this.answer(question));
        break;
      }
    }
    this.working = false;
  }

  private async answer(question: Question): Promise<Answer> {
    const { log, renderer } = this.options;
    try {
      const planned = await this.plan(question);
      if ("status" in planned) return planned;
      const { texts, failed } = await renderer.preview(planned.chrome, planned.page);
      const [page] = Object.values(texts);
      if (page !== undefined) return { status: 200, page };
      return { status: 422, detail: reasonOf(Object.values(failed)[0] ?? "it wrote no file") };
    } catch (error) {
      if (error instanceof RenderError && error.kind === "broken")
        return { status: 422, detail: reasonOf(error.message) };
      log.warn("a preview failed", { reason: messageOf(error) });
      return later("The page could not be rendered at the moment. Please try again shortly.");
    }
  }

  /** Computes what the page is rendered from, as the planner does of the content that is published. */
  private async plan({ pattern, param, changes }: Question): Promise<{ chrome: Chrome; page: Page } | Answer> {
    const { cms, read } = this.options;
    const base = this.options.content();
    if (!base) {
      read();
      return later("The publisher is reading the content. Please try again shortly.");
    }
    if (base.fingerprint !== changes.base) {
      // Nobody may have said that there is something else: the CMS's data may have been replaced by those of the release.
      read();
      return { status: 412, fingerprint: base.fingerprint };
    }
    const summaries = changes.articles.map(({ content: _, ...summary }) => summary);
    const content = new Content(
      base.config,
      { ...base.parts, pages: undefined, ...changes, articles: summaries },
      base,
    );
    const route = Object.hasOwn(routes, pattern) ? (routes[pattern as keyof typeof routes] as Route) : null;
    const reader = new Reader(content);
    if (!route || route.bare || !(route.params?.(reader) ?? [""]).includes(param)) return NO_PAGE;
    const path = pathOf(pattern, param);
    let inputs: object;
    let around: Chrome;
    try {
      inputs = route.inputs(reader, param);
      around = chrome(reader);
    } catch (error) {
      return { status: 422, detail: reasonOf(messageOf(error)) };
    }
    const texts = new Map(changes.articles.map(({ id, content }) => [id, content]));
    const plan = { patternOf: () => pattern, routeOf: () => route, inputsOf: () => inputs };
    const { pages, failed } = await pagesOf(cms, base.fingerprint, plan, [path], texts);
    const [page] = pages;
    return page ? { chrome: around, page } : { status: 422, detail: reasonOf(failed[path] ?? "it has no inputs") };
  }
}
