import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { siteConfig } from "@/content/source";
import { listen, parseAddress } from "./address";
import { CMS } from "./cms";
import { messageOf } from "./failure";
import { Keys } from "./keys";
import { makeLog } from "./log";
import { Metrics } from "./metrics";
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
  if (!keys || problems.length)
    throw new Error(`cannot start:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
  return {
    address: { port, host: env.PUBLISHER_HOST || "127.0.0.1" },
    keys,
    metrics,
    api: (env.CMS_API_URL || "http://127.0.0.1:8080").replace(/\/+$/, ""),
    codeVersion: readFileSync(buildId, "utf8").trim(),
  };
}

async function main() {
  const log = makeLog(process.env.LOG_LEVEL || "info");
  const { keys, api, codeVersion, ...addresses } = configuration(process.env);
  const cms = new CMS(api, keys);
  const metrics = new Metrics();
  const renderer = new Renderer({ worker: path.join(here, "worker.mjs"), app, cms, log, metrics });
  const publisher = new Publisher({ metrics, cms, renderer, log, config: siteConfig(), codeVersion, app });
  const previews = new Previews(publisher, { metrics, cms, renderer, log });
  const server = makeServer({ keys, cms, publisher, previews, log });

  // A port that cannot be had is a fault of the configuration, and nobody would notice it in a log.
  const measured = metrics.server();
  if (addresses.metrics) {
    await listen(measured, addresses.metrics, "PUBLISHER_METRICS_ADDR");
    log.info("metrics", { address: measured.address() });
  }
  const port = await listen(server, addresses.address, "PUBLISHER_HOST:PUBLISHER_PORT");
  log.info("listening", { port, code: codeVersion });
  // What changed while nobody listened.
  publisher.publish();

  const stop = async () => {
    for (const one of [server, measured]) {
      one.close();
      one.closeAllConnections();
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
