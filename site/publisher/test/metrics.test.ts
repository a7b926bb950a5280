import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Metrics, parseAddress } from "../metrics";

const present = { building: true, pending: 7, renderers: [100, 200], previews: 4 };

test("what happened and what is can be read", async () => {
  const metrics = new Metrics(() => present);
  metrics.batch(8, 40);
  metrics.batch(3, 20);
  metrics.built("live", 300);
  metrics.built("failed", 10);
  metrics.released();
  metrics.failed("killed");
  metrics.previewed("made", 30);
  metrics.previewed("gone");
  const server = await metrics.listen({ host: "127.0.0.1", port: 0 });
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const lines = (await (await fetch(`${at}/metrics`)).text()).split("\n");
  expect((await fetch(`${at}/publish`)).status).toBe(404);
  await new Promise((resolve) => server.close(resolve).closeAllConnections());
  for (const line of [
    "academy_publisher_render_duration_seconds_count 2",
    'academy_publisher_render_duration_seconds_bucket{le="0.025"} 1',
    "academy_publisher_routes_total 11",
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
    "academy_publisher_previews_waiting 4",
    "academy_publisher_building 1",
    "academy_publisher_backlog_routes 7",
    "academy_publisher_renderers 2",
    "academy_publisher_renderers_resident_bytes 300",
  ])
    expect(lines).toContain(line);
  expect(lines.some((line) => line.startsWith("process_resident_memory_bytes "))).toBe(true);
});

test("an address needs a port", () => {
  expect(parseAddress("127.0.0.1:9465")).toEqual({ host: "127.0.0.1", port: 9465 });
  expect(parseAddress("[::1]:0")).toEqual({ host: "::1", port: 0 });
  expect(parseAddress(":9465")).toEqual({ host: "0.0.0.0", port: 9465 });
  expect(parseAddress("")).toBeUndefined();
  for (const wrong of ["9465", "host", "127.0.0.1:99999", "host:port"]) expect(parseAddress(wrong)).toBeNull();
});

test("a port that is taken is named", async () => {
  const metrics = new Metrics(() => present);
  const server = await metrics.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.address() as AddressInfo;
  await expect(metrics.listen({ host: "127.0.0.1", port })).rejects.toThrow(
    `PUBLISHER_METRICS_ADDR is 127.0.0.1:${port}, which another program has taken; choose a free one`,
  );
  await expect(metrics.listen({ host: "192.0.2.1", port })).rejects.toThrow("where nothing can listen");
  await new Promise((resolve) => server.close(resolve));
});
