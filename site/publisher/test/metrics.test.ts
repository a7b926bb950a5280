import { expect, test } from "vitest";
import { listen } from "../configuration";
import { Metrics } from "../metrics";

test("metrics are served in Prometheus's format", async () => {
  const metrics = new Metrics();
  metrics.gauge("backlog_routes", "Routes.", () => 7);
  metrics.batches.observe(0.04);
  metrics.batches.observe(0.02);
  metrics.lastBatch.set(3);
  metrics.builds.inc({ outcome: "live" });
  metrics.buildDurations.observe(0.3);
  metrics.builds.inc({ outcome: "failed" });
  metrics.releases.inc();
  metrics.failures.inc({ reason: "killed" });
  metrics.previews.inc({ outcome: "made" });
  metrics.previewDurations.observe(0.03);
  metrics.previews.inc({ outcome: "gone" });
  const server = metrics.server();
  const at = `http://127.0.0.1:${await listen(server, { host: "127.0.0.1", port: 0 }, "")}`;
  const lines = (await (await fetch(`${at}/metrics`)).text()).split("\n");
  expect((await fetch(`${at}/publish`)).status).toBe(404);
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
  for (const line of [
    "academy_publisher_render_duration_seconds_count 2",
    'academy_publisher_render_duration_seconds_bucket{le="0.025"} 1',
    "academy_publisher_batch_routes 3",
    'academy_publisher_builds_total{outcome="live"} 1',
    'academy_publisher_builds_total{outcome="failed"} 1',
    "academy_publisher_build_duration_seconds_sum 0.3",
    "academy_publisher_releases_total 1",
    'academy_publisher_render_failures_total{reason="killed"} 1',
    'academy_publisher_render_failures_total{reason="page"} 0',
    'academy_publisher_previews_total{outcome="made"} 1',
    'academy_publisher_previews_total{outcome="gone"} 1',
    'academy_publisher_previews_total{outcome="refused"} 0',
    "academy_publisher_preview_duration_seconds_sum 0.03",
    "academy_publisher_preview_duration_seconds_count 1",
    "academy_publisher_backlog_routes 7",
  ])
    expect(lines).toContain(line);
  expect(lines.some((line) => line.startsWith("process_resident_memory_bytes "))).toBe(true);
});
