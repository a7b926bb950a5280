import path from "node:path";
import { siteConfig } from "@/content/source";
import { CMS } from "./cms";
import { configuration, listen } from "./configuration";
import { makeLog } from "./log";
import { Metrics } from "./metrics";
import { Previews } from "./previews";
import { Publisher } from "./publisher";
import { Renderer } from "./renderer";
import { makeServer } from "./server";

async function main() {
  const here = import.meta.dirname;
  const app = path.join(here, "app");
  const log = makeLog(process.env.LOG_LEVEL || "info");
  const { keys, api, codeVersion, ...addresses } = configuration(process.env, path.join(app, ".next/BUILD_ID"));
  const cms = new CMS(api, keys);
  const metrics = new Metrics();
  const renderer = new Renderer({ worker: path.join(here, "worker.mjs"), app, cms, log, metrics });
  const publisher = new Publisher({ metrics, cms, renderer, log, config: siteConfig(), codeVersion, app });
  const previews = new Previews(publisher, { metrics, cms, renderer, log });
  const server = makeServer({ keys, cms, publisher, previews, log });

  // If a port is taken, the configuration is wrong. Nobody would notice that in a log, so the program ends.
  const measured = metrics.server();
  if (addresses.metrics) {
    await listen(measured, addresses.metrics, "PUBLISHER_METRICS_ADDR");
    log.info("metrics", { address: measured.address() });
  }
  const port = await listen(server, addresses.address, "PUBLISHER_HOST:PUBLISHER_PORT");
  log.info("listening", { port, code: codeVersion });
  // Content may have changed before this process listened.
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
