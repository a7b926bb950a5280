import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { siteConfig } from "@/content/source";
import { CMS } from "./cms";
import { parseDuration } from "./duration";
import { Keys } from "./keys";
import { makeLog } from "./log";
import { Metrics, parseAddress } from "./metrics";
import { Publisher } from "./publisher";
import { Releases } from "./releases";
import { Renderer } from "./renderer";
import { readSecret } from "./secret";
import { makeServer } from "./server";
import { Sweeper, sweepWhenIdle } from "./sweeper";

// Looks at what is not needed in the time that it stays at least.
const SWEEPS = 6;

const here = import.meta.dirname;

/** Reads the environment; throws one error that names every problem in it. */
function configuration(env: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  const port = Number(env.PUBLISHER_PORT || "4200");
  if (!Number.isInteger(port) || port < 0 || port > 65535) problems.push("PUBLISHER_PORT must be a port number");
  let keys: Keys | undefined;
  let secret = "";
  try {
    secret = readSecret(env, "PUBLISH_SECRET");
  } catch (error) {
    problems.push((error as Error).message);
  }
  try {
    keys = Keys.parse(secret);
  } catch {
    problems.push(
      "PUBLISH_SECRET must be whsec_ followed by at least 24 bytes in base64, the same as the CMS has; several are comma-separated",
    );
  }
  if (!env.RELEASES_DIR) problems.push("RELEASES_DIR must name the folder of the release store");
  const mode = env.PUBLISHER_RENDERER || "warm";
  if (mode !== "warm" && mode !== "full") problems.push('PUBLISHER_RENDERER must be "warm" or "full"');
  const sweepAfter = parseDuration(env.RELEASE_SWEEP_AFTER || "30m");
  if (!(sweepAfter >= 60_000)) problems.push('RELEASE_SWEEP_AFTER must be at least a minute, as "30m"');
  const app = path.join(here, "app");
  if (!existsSync(path.join(app, ".next/BUILD_ID")))
    problems.push("the base build is missing: run `npm run build:publisher`");
  const metrics = parseAddress(env.PUBLISHER_METRICS_ADDR ?? "");
  if (metrics === null) problems.push("PUBLISHER_METRICS_ADDR must be an address and a port, such as 127.0.0.1:9465");
  if (problems.length) throw new Error(`cannot start:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
  return {
    port,
    host: env.PUBLISHER_HOST || "127.0.0.1",
    keys: keys as Keys,
    mode: mode as "warm" | "full",
    app,
    sweepAfter,
    metrics: metrics ?? null,
    releases: path.resolve(env.RELEASES_DIR as string),
    api: (env.CMS_API_URL || "http://127.0.0.1:8080").replace(/\/+$/, ""),
    codeVersion: readFileSync(path.join(app, ".next/BUILD_ID"), "utf8").trim(),
  };
}

async function main() {
  const log = makeLog(process.env.LOG_LEVEL || "info");
  const config = configuration(process.env);
  const cms = new CMS(config.api, config.keys);
  const releases = new Releases(config.releases, config.codeVersion);
  const problem = await releases.open();
  if (problem) log.warn("the current release cannot be read: everything is rendered anew", { reason: problem });
  const renderer = new Renderer({
    worker: path.join(here, "worker.mjs"),
    app: config.app,
    store: config.releases,
    log,
  });
  if (config.mode === "warm" && releases.current?.code_version !== config.codeVersion) renderer.prepare();
  const metrics = new Metrics(() => ({
    building: publisher.state.building,
    pending: publisher.state.pending,
    liveAt: releases.current ? Date.parse(releases.current.built_at) / 1000 : 0,
    renderers: renderer.memory,
  }));
  const publisher: Publisher = new Publisher({
    metrics,
    cms,
    releases,
    renderer,
    log,
    config: siteConfig(),
    codeVersion: config.codeVersion,
    app: config.app,
    site: path.resolve(here, ".."),
    mode: config.mode,
  });

  // A port that cannot be had is a fault of the configuration, and nobody would notice it in a log.
  const measured = config.metrics && (await metrics.listen(config.metrics));
  if (measured) log.info("metrics", { address: measured.address() });

  const stopSweeping = sweepWhenIdle(
    new Sweeper(config.releases, config.sweepAfter),
    () => publisher.state.building,
    log,
    config.sweepAfter / SWEEPS,
  );

  const server = makeServer({
    keys: config.keys,
    onPublish: ({ force, traceparent }) => {
      cms.follow(traceparent);
      publisher.publish({ force });
    },
    health: () => publisher.state,
    log,
  });
  server.on("error", (error) => {
    log.error("cannot listen", { reason: error.message });
    process.exit(1);
  });
  server.listen(config.port, config.host, () => {
    const address = server.address();
    log.info("listening", {
      port: typeof address === "object" && address ? address.port : config.port,
      code: config.codeVersion,
    });
    // What changed while nobody listened.
    publisher.publish();
  });

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    stopSweeping();
    server.close();
    server.closeAllConnections();
    measured?.close();
    measured?.closeAllConnections();
    void publisher.stop().then(() => {
      cms.close();
      process.exit(0);
    });
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
