import { Content } from "@/content/content";
import type { SiteConfig } from "@/content/types";
import type { Backlog } from "./backlog";
import type { CMS } from "./cms";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import { Planner } from "./planner";
import type { Renderer } from "./renderer";

/** What the publisher works with. */
export interface Options {
  cms: CMS;
  renderer: Renderer;
  log: Log;
  metrics?: Metrics;
  config: SiteConfig;
  codeVersion: string;
  /** Folder of the finished base build (.publisher/app). */
  app: string;
  /** After how many milliseconds what failed is tried again for the first time. */
  retryAfter?: number;
}

/** The CMS's content, and the plan of the site that follows from it. */
export interface Known {
  content: Content;
  planner: Planner;
}

/** Keeps the content and the plan up to date by asking for what has changed. */
export class Source {
  known: Known | null = null;

  constructor(
    private readonly options: Options,
    private readonly backlog: Backlog,
  ) {}

  /** Brings both up to date, and notes which routes that concerns. */
  async pull(): Promise<Known> {
    const { cms, config, codeVersion } = this.options;
    const snapshot = await cms.snapshot(this.known?.content.fingerprint ?? null).catch((error: Error) => {
      throw new Error(`the CMS did not give its content: ${error.message}`);
    });
    let { known } = this;
    // Where only half of an update is applied, the next look begins from nothing.
    this.known = null;
    if (!known) {
      const content = new Content(config, snapshot);
      known = { content, planner: new Planner(content, codeVersion) };
      this.backlog.compareAll(known.planner);
    } else if (snapshot.fingerprint !== known.content.fingerprint) {
      const { content, planner } = known;
      this.backlog.note(planner, planner.update(content.apply(snapshot)));
    }
    this.known = known;
    return known;
  }
}
