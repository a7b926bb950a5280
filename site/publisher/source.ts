import { Content } from "@/content/content";
import type { SiteConfig } from "@/content/types";
import type { CMS } from "./cms";
import { Planner } from "./planner";

const TRIES = 5;

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

  /** Brings both up to date. Rejects when the CMS does not give its content, after a few tries. */
  async pull(listener: Listener, givenUp: () => boolean): Promise<Known> {
    const { cms, config, codeVersion } = this.options;
    for (let tries = 1; ; tries++) {
      try {
        const snapshot = await cms.snapshot(this.known?.content.fingerprint ?? null);
        if (!this.known) {
          const content = new Content(config, snapshot);
          const planner = new Planner(content, codeVersion);
          listener.first(planner);
          this.known = { content, planner };
        } else if (snapshot.fingerprint !== this.known.content.fingerprint) {
          const { content, planner } = this.known;
          listener.changed(planner, planner.update(content.apply(snapshot)));
        }
        return this.known;
      } catch (error) {
        // Half an update may have been applied: the next try starts from nothing.
        this.known = null;
        if (tries === TRIES || givenUp())
          throw new Error(`the CMS did not give its content: ${(error as Error).message}`);
        await pause(tries);
      }
    }
  }
}

/** Waits longer with each try. */
export const pause = (tries: number) => new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tries));
