import { pathOf, type Route, routes } from "@/app/routes";
import { Content } from "@/content/content";
import { Reader } from "@/content/reader";
import type { Article, Snapshot } from "@/content/types";
import { prepare } from "./bodies";
import { messageOf, RenderError, reasonOf } from "./failure";
import { layoutOf } from "./planner";
import type { Publisher } from "./publisher";
import type { Options } from "./rendering";

/** A page to be rendered with unpublished content. */
export interface Question {
  /** Only the newest question of a frame waits. */
  frame: string;
  pattern: string;
  param: string;
  /** The sections that differ, articles with their bodies. The base is the known content unless it names another. */
  changes: Partial<Snapshot<Article>>;
}

/** The page, or why there is none, with the status of HTTP. */
export type Answer =
  | { status: 200; page: string }
  | { status: 409 | 422 | 503; detail: string }
  | { status: 412; fingerprint: string };

// A page takes about 15 ms, and the CMS waits for 25 s.
const MAX_WAITING = 100;

const OUTCOMES = { 200: "made", 409: "replaced", 412: "behind", 422: "refused", 503: "unavailable" } as const;
const later = (detail: string): Answer => ({ status: 503, detail: `${detail} Please try again shortly.` });
const noPage = (detail: string): Answer => ({ status: 422, detail });

/** Renders previews, one after the other, and none while a batch of pages is rendered. */
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

  /** Answers a question, unless it is `gone` before. */
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
      if (!older && this.waiting.size >= MAX_WAITING)
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
      // The CMS sends no webhook if its data was replaced by a backup of the live content.
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
    const { chrome, problem } = layoutOf(reader);
    if (problem) return noPage(reasonOf(problem));
    const texts = new Map(articles.map(({ id, content }) => [id, content]));
    const { pages, failed } = await prepare(cms, fingerprint, chrome, [path], () => route.inputs(reader, param), texts);
    const rendered = pages[0] ? await renderer.preview(pages[0]) : { failed: failed.get(path) as string };
    if ("failed" in rendered) return noPage(reasonOf(rendered.failed));
    return { status: 200, page: rendered.file.content.toString() };
  }
}
