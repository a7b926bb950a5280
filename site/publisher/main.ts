import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { siteConfig } from "@/content/source";
import { CMS } from "./cms";
import { messageOf } from "./failure";
import { Keys } from "./keys";
import { makeLog } from "./log";
import { Metrics, parseAddress } from "./metrics";
import { Previews } from "./previews";
import { Publisher } from "./publisher";
import { Renderer } from "./renderer";
import { readSecret } from "./secret";
import { makeServer } from "./server";

const here = import.meta.dirname;
const app = path.join(here, "app");
const buildId = path.join(app, ".next/BUILD_ID");

/** Reads the environment; throws one error that names every problem in it. */
function configuration(env: NodeJS.ProcessEnv) {
  const problems: string[] = [];
  const port = Number(env.PUBLISHER_PORT || "4200");
  if (!Number.isInteger(port) || port < 0 || port > 65535) problems.push("PUBLISHER_PORT must be a port number");
  let keys: Keys | undefined;
  try {
    keys = new Keys(readSecret(env, "PUBLISH_SECRET"));
  } catch (error) {
    problems.push(messageOf(error));
  }
  if (!existsSync(buildId)) problems.push("the base build is missing: run `npm run build:publisher`");
  const metrics = parseAddress(env.PUBLISHER_METRICS_ADDR ?? "");
  if (metrics === null) problems.push("PUBLISHER_METRICS_ADDR must be an address and a port, such as 127.0.0.1:9465");
  if (problems.length) throw new Error(`cannot start:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
  return {
    port,
    host: env.PUBLISHER_HOST || "127.0.0.1",
    keys: keys as Keys,
    metrics,
    api: (env.CMS_API_URL || "http://127.0.0.1:8080").replace(/\/+$/, ""),
    codeVersion: readFileSync(buildId, "utf8").trim(),
  };
}

async function main() {
  const log = makeLog(process.env.LOG_LEVEL || "info");
  const { keys, api, codeVersion, ...addresses } = configuration(process.env);
  const cms = new CMS(api, keys);
  const renderer = new Renderer({ worker: path.join(here, "worker.mjs"), app, api, log });
  const metrics = new Metrics(() => ({
    building: publisher.state.building,
    pending: publisher.state.pending,
    renderers: renderer.memory,
    previews: previews.size,
  }));
  const publisher: Publisher = new Publisher({ metrics, cms, renderer, log, config: siteConfig(), codeVersion, app });

  const previews: Previews = new Previews({
    cms,
    renderer,
    log,
    metrics,
    content: () => publisher.content,
    read: () => publisher.publish(),
  });

  // A port that cannot be had is a fault of the configuration, and nobody would notice it in a log.
  const measured = addresses.metrics && (await metrics.listen(addresses.metrics));
  if (measured) log.info("metrics", { address: measured.address() });

  const server = makeServer({
    keys,
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
  server.listen(addresses.port, addresses.host, () => {
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : addresses.port;
    log.info("listening", { port, code: codeVersion });
    // What changed while nobody listened.
    publisher.publish();
  });

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    for (const one of [server, measured]) {
      one?.close();
      one?.closeAllConnections();
    }
    await publisher.stop();
    process.exit(0);
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
