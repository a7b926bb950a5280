import type { Content } from "@/content/content";
import type { SiteConfig } from "@/content/types";
import type { CMS } from "./cms";
import type { Log } from "./log";
import type { Metrics } from "./metrics";
import type { Planner } from "./planner";
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
