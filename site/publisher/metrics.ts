import { once } from "node:events";
import http from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** What the publisher's parts are like at the moment that somebody asks. */
interface Present {
  building: boolean;
  /** Routes that are still to be rendered. */
  pending: number;
  /** Bytes, one number for each render process. */
  renderers: number[];
  /** Previews that wait for their turn. */
  previews: number;
}

/** Why something was not rendered. */
const REASONS = ["page", "handover", "killed", "broken", "other"] as const;

/** What became of previews: `behind` are about other content than the publisher has, and asked for again. */
const PREVIEWS = ["made", "refused", "replaced", "behind", "unavailable", "gone"] as const;

/** Counts and measures what the publisher does, for Prometheus. Every label has a handful of values. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly batches = this.histogram(
    "render_duration_seconds",
    "How long batches of routes took to render and hand over.",
  );
  private readonly routes = this.counter("routes_total", "Routes that were rendered.");
  private readonly patchedRoutes = this.counter(
    "patched_routes_total",
    "Routes around which the layout alone had changed, and that were patched.",
  );
  private readonly builds = this.counter("builds_total", "Builds that ended.", ["outcome"]);
  private readonly durations = this.histogram("build_duration_seconds", "How long builds took that went live.");
  private readonly releases = this.counter("releases_total", "Releases that went live, those on the way included.");
  private readonly failures = this.counter(
    "render_failures_total",
    "What was not rendered: pages that failed, batches that the CMS did not take, pages and batches whose process was killed or broke.",
    ["reason"],
  );
  private readonly previews = this.counter("previews_total", "Previews that were asked for.", ["outcome"]);
  private readonly previewDurations = this.histogram(
    "preview_duration_seconds",
    "How long previews took that were made, the wait for their turn included.",
  );
  private lastBatch = 0;

  constructor(present: () => Present) {
    collectDefaultMetrics({ register: this.registry });
    this.gauge("building", "1 while a build goes on.", () => (present().building ? 1 : 0));
    this.gauge("backlog_routes", "Routes that are still to be rendered.", () => present().pending);
    this.gauge("batch_routes", "How many routes the last batch had.", () => this.lastBatch);
    this.gauge("renderers", "Render processes that run.", () => present().renderers.length);
    this.gauge("renderers_resident_bytes", "Memory of the render processes together, as they last said.", () =>
      present().renderers.reduce((sum, rss) => sum + rss, 0),
    );
    this.gauge("previews_waiting", "Previews that wait for their turn.", () => present().previews);
    // So that a rate has something to begin from.
    for (const outcome of ["live", "failed"]) this.builds.inc({ outcome }, 0);
    for (const reason of REASONS) this.failures.inc({ reason }, 0);
    for (const outcome of PREVIEWS) this.previews.inc({ outcome }, 0);
  }

  /** A batch was rendered and handed over. */
  batch(routes: number, ms: number): void {
    this.batches.observe(ms / 1000);
    this.routes.inc(routes);
    this.lastBatch = routes;
  }

  /** A build has ended. */
  built(outcome: "live" | "failed", ms: number): void {
    this.builds.inc({ outcome });
    if (outcome === "live") this.durations.observe(ms / 1000);
  }

  /** A release is live, for which so many routes were patched instead of rendered. */
  released(patched = 0): void {
    this.releases.inc();
    this.patchedRoutes.inc(patched);
  }

  /** A page or a batch was not rendered. */
  failed(reason: (typeof REASONS)[number]): void {
    this.failures.inc({ reason });
  }

  /** A preview was answered, or whoever asked has gone. */
  previewed(outcome: (typeof PREVIEWS)[number], ms = 0): void {
    this.previews.inc({ outcome });
    if (outcome === "made") this.previewDurations.observe(ms / 1000);
  }

  /** Answers GET /metrics at the address; the caller closes. Fails with a sentence for who has configured it. */
  async listen({ host, port }: Address): Promise<http.Server> {
    const server = http.createServer((request, response) => {
      if (request.method !== "GET" || request.url !== "/metrics") return void response.writeHead(404).end();
      this.registry.metrics().then(
        (text) => response.writeHead(200, { "content-type": this.registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
    try {
      await once(server.listen(port, host), "listening");
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const why =
        code === "EADDRINUSE"
          ? "which another program has taken; choose a free one"
          : `where nothing can listen: ${message}`;
      throw new Error(`PUBLISHER_METRICS_ADDR is ${host}:${port}, ${why}`, { cause: error });
    }
    return server;
  }

  private counter<Label extends string>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name: `academy_publisher_${name}`, help, labelNames, registers: [this.registry] });
  }

  private histogram(name: string, help: string): Histogram {
    return new Histogram({ name: `academy_publisher_${name}`, help, buckets: BUCKETS, registers: [this.registry] });
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: `academy_publisher_${name}`,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}

export interface Address {
  host: string;
  port: number;
}

/** Reads an address and port, such as 127.0.0.1:9465; null when it is neither empty nor one. */
export function parseAddress(text: string): Address | undefined | null {
  if (!text) return undefined;
  const parts = /^\[?([^\]]*)\]?:(\d{1,5})$/.exec(text);
  return parts && Number(parts[2]) <= 65_535 ? { host: parts[1] || "0.0.0.0", port: Number(parts[2]) } : null;
}
