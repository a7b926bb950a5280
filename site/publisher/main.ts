import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { siteConfig } from "@/content/source";
import { CMS } from "./cms";
import { Keys } from "./keys";
import { makeLog } from "./log";
import { Metrics, parseAddress } from "./metrics";
import { Previews } from "./previews";
import { Publisher } from "./publisher";
import { Renderer } from "./renderer";
import { readSecret } from "./secret";
import { makeServer } from "./server";

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
  const mode = env.PUBLISHER_RENDERER || "warm";
  if (mode !== "warm" && mode !== "full") problems.push('PUBLISHER_RENDERER must be "warm" or "full"');
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
    metrics: metrics ?? null,
    api: (env.CMS_API_URL || "http://127.0.0.1:8080").replace(/\/+$/, ""),
    codeVersion: readFileSync(path.join(app, ".next/BUILD_ID"), "utf8").trim(),
  };
}

async function main() {
  const log = makeLog(process.env.LOG_LEVEL || "info");
  const config = configuration(process.env);
  const cms = new CMS(config.api, config.keys);
  const renderer = new Renderer({
    worker: path.join(here, "worker.mjs"),
    app: config.app,
    api: config.api,
    log,
  });
  const metrics = new Metrics(() => ({
    building: publisher.state.building,
    pending: publisher.state.pending,
    renderers: renderer.memory,
  }));
  const publisher: Publisher = new Publisher({
    metrics,
    cms,
    renderer,
    log,
    config: siteConfig(),
    codeVersion: config.codeVersion,
    app: config.app,
    site: path.resolve(here, ".."),
    mode: config.mode,
  });

  const previews = new Previews({
    cms,
    renderer,
    log,
    mode: config.mode,
    content: () => publisher.content,
    read: () => publisher.publish(),
  });

  // A port that cannot be had is a fault of the configuration, and nobody would notice it in a log.
  const measured = config.metrics && (await metrics.listen(config.metrics));
  if (measured) log.info("metrics", { address: measured.address() });

  const server = makeServer({
    keys: config.keys,
    onPublish: ({ force, traceparent }) => {
      cms.follow(traceparent);
      publisher.publish({ force });
    },
    onRender: (question, gone) => previews.ask(question, gone),
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
