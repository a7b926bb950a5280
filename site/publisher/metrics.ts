import http from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** The publisher's metrics for Prometheus. Every label has a handful of values. */
export class Metrics {
  readonly registry = new Registry();
  readonly batches = this.histogram("render_duration_seconds", "How long batches took to render and hand over.");
  readonly lastBatch = this.gauge("batch_routes", "How many routes the last batch had.");
  readonly builds = this.counter("builds_total", "Builds that ended.", { outcome: ["live", "failed"] });
  readonly buildDurations = this.histogram("build_duration_seconds", "How long builds took that went live.");
  readonly releases = this.counter("releases_total", "Releases that went live, those on the way included.");
  readonly failures = this.counter(
    "render_failures_total",
    "Pages that failed, were too slow or were lost with their process, and batches that the CMS did not take.",
    { reason: ["page", "handover", "slow", "broken", "killed", "other"] },
  );
  /** Previews with the outcome `behind` are based on other content than the publisher has; the CMS asks again. */
  readonly previews = this.counter("previews_total", "Previews that were asked for.", {
    outcome: ["made", "refused", "replaced", "behind", "unavailable", "gone"],
  });
  readonly previewDurations = this.histogram("preview_duration_seconds", "How long previews took, with their wait.");

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** A gauge that is set, or that `read` answers whenever it is asked for. */
  gauge(name: string, help: string, read?: () => number): Gauge {
    const collect = read && (() => gauge.set(read()));
    const gauge: Gauge = new Gauge({ name: `academy_publisher_${name}`, help, registers: [this.registry], collect });
    return gauge;
  }

  /** Answers GET /metrics. */
  server(): http.Server {
    return http.createServer((request, response) => {
      if (request.method !== "GET" || request.url !== "/metrics") return void response.writeHead(404).end();
      this.registry.metrics().then(
        (text) => response.writeHead(200, { "content-type": this.registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    });
  }

  /** Each value of a label begins with 0, so that rates are right from the first event on. */
  private counter(name: string, help: string, labels: Record<string, string[]> = {}): Counter {
    const labelNames = Object.keys(labels);
    const counter = new Counter({ name: `academy_publisher_${name}`, help, labelNames, registers: [this.registry] });
    for (const [label, values] of Object.entries(labels))
      for (const value of values) counter.inc({ [label]: value }, 0);
    return counter;
  }

  private histogram(name: string, help: string): Histogram {
    return new Histogram({ name: `academy_publisher_${name}`, help, buckets: BUCKETS, registers: [this.registry] });
  }
}
