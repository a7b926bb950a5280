import { Content } from "@/content/content";
import type { SiteConfig } from "@/content/types";
import type { CMS } from "./cms";
import { Planner } from "./planner";

/** The CMS's content, and the plan of the site that follows from it. */
export interface Known {
  content: Content;
  planner: Planner;
}

/** What is told of a pull: the first plan, and how the plan has changed since the last one. */
export interface Listener {
  first: (planner: Planner) => void;
  changed: (planner: Planner, update: ReturnType<Planner["update"]>) => void;
}

/** Keeps the content and the plan up to date by asking for what has changed. */
export class Source {
  known: Known | null = null;

  constructor(private readonly options: { cms: CMS; config: SiteConfig; codeVersion: string }) {}

  /** Brings both up to date. */
  async pull(listener: Listener): Promise<Known> {
    const { cms, config, codeVersion } = this.options;
    const snapshot = await cms.snapshot(this.known?.content.fingerprint ?? null).catch((error: Error) => {
      throw new Error(`the CMS did not give its content: ${error.message}`);
    });
    const { known } = this;
    // Where only half of an update is applied, the next look begins from nothing.
    this.known = null;
    if (!known) {
      const content = new Content(config, snapshot);
      const planner = new Planner(content, codeVersion);
      listener.first(planner);
      this.known = { content, planner };
      return this.known;
    }
    const { content, planner } = known;
    if (snapshot.fingerprint !== content.fingerprint)
      listener.changed(planner, planner.update(content.apply(snapshot)));
    this.known = known;
    return known;
  }
}
