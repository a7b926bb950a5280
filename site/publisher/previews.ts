import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import { pathOf, type Route, routes } from "@/content/routes";
import type { Article, Snapshot } from "@/content/types";
import { pagesOf } from "./bodies";
import { messageOf, RenderError, reasonOf } from "./failure";
import { layoutOf } from "./planner";
import type { Publisher } from "./publisher";
import type { Options } from "./rendering";

/** A page with other content than the CMS has. */
export interface Question {
  /** Of the questions of one frame, only the newest waits. */
  frame: string;
  pattern: string;
  param: string;
  /** The sections that differ, articles with their texts; without a base, from the content that is known here. */
  changes: Partial<Snapshot<Article>>;
}

/** The page, or why there is none, as an answer over HTTP. */
export type Answer =
  | { status: 200; page: string }
  | { status: 409 | 422 | 503; detail: string }
  | { status: 412; fingerprint: string };

// A page takes some 15 ms, and whoever asks waits for 25 s.
const MOST_WAITING = 100;

const OUTCOMES = { 200: "made", 409: "replaced", 412: "behind", 422: "refused", 503: "unavailable" } as const;
const later = (detail: string): Answer => ({ status: 503, detail: `${detail} Please try again shortly.` });
const noPage = (detail: string): Answer => ({ status: 422, detail });

/** Renders pages that are not published, one after the other, and none while pages are published. */
export class Previews {
  /** By frame, in the order in which they came. */
  private readonly waiting = new Map<string, { question: Question; answer: (answer: Answer) => void }>();
  private working = false;

  constructor(
    private readonly publisher: Pick<Publisher, "content" | "publish">,
    private readonly options: Options,
  ) {
    options.metrics.gauge("previews_waiting", "Previews that wait for their turn.", () => this.waiting.size);
  }

  /** Answers a question; never one that is `gone`. */
  async ask(question: Question, gone: AbortSignal): Promise<Answer> {
    const { previews, previewDurations } = this.options.metrics;
    const made = previewDurations.startTimer();
    const answer = await this.enqueue(question, gone);
    previews.inc({ outcome: OUTCOMES[answer.status] });
    if (answer.status === 200) made();
    return answer;
  }

  private enqueue(question: Question, gone: AbortSignal): Promise<Answer> {
    const { frame } = question;
    const older = this.waiting.get(frame);
    older?.answer({ status: 409, detail: "A newer preview in the same frame has taken its place." });
    return new Promise((answer) => {
      if (!older && this.waiting.size >= MOST_WAITING)
        return answer(later("Too many previews are asked for at the moment."));
      const mine = { question, answer };
      this.waiting.set(frame, mine);
      gone.addEventListener("abort", () => {
        if (this.waiting.get(frame) !== mine) return;
        this.waiting.delete(frame);
        this.options.metrics.previews.inc({ outcome: "gone" });
      });
      if (!this.working) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.working = true;
    for (const frame of this.waiting.keys()) {
      await this.options.renderer.free();
      const next = this.waiting.get(frame);
      this.waiting.delete(frame);
      next?.answer(await this.answer(next.question));
    }
    this.working = false;
  }

  private async answer(question: Question): Promise<Answer> {
    try {
      return await this.render(question);
    } catch (error) {
      if (error instanceof RenderError && error.kind !== "killed") return noPage(reasonOf(error.message));
      this.options.log.warn("a preview failed", { reason: messageOf(error) });
      return later("The page could not be rendered at the moment.");
    }
  }

  /** Renders a page as it would be if the changes were published. */
  private async render({ pattern, param, changes = {} }: Question): Promise<Answer> {
    const { cms, renderer } = this.options;
    const base = this.publisher.content;
    if (!base || (changes.base ?? base.fingerprint) !== base.fingerprint) {
      // There may have been no webhook: the CMS's data may have been replaced by those of the live release.
      this.publisher.publish();
      if (base) return { status: 412, fingerprint: base.fingerprint };
      return later("The publisher is reading the content.");
    }
    const { fingerprint } = base;
    const { articles = [], ...others } = changes;
    const summaries = articles.map(({ content: _, ...summary }) => summary);
    const same = { ...base.parts, pages: undefined, revision: 0, fingerprint, base: fingerprint, removed: [] };
    const content = new Content(base.config, { ...same, ...others, articles: summaries }, base);
    const route = Object.hasOwn(routes, pattern) ? (routes[pattern as keyof typeof routes] as Route) : null;
    const reader = new Reader(content);
    if (!route || route.bare || !(route.params?.(reader) ?? [""]).includes(param))
      return noPage("The site has no page at this path.");
    const path = pathOf(pattern, param);
    const { chrome, problem } = layoutOf(content);
    if (problem) return noPage(reasonOf(problem));
    const texts = new Map(articles.map(({ id, content }) => [id, content]));
    const plan = { get: () => ({ pattern, route }), inputsOf: () => route.inputs(reader, param) };
    const prepared = await pagesOf(cms, fingerprint, plan, [path], texts);
    const [page] = prepared.pages;
    const rendered = page ? await renderer.preview(chrome, page) : { failed: prepared.failed.get(path) as string };
    if ("failed" in rendered) return noPage(reasonOf(rendered.failed));
    return { status: 200, page: rendered.file.content.toString() };
  }
}
