import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { keptPort } from "@academy/shared/test/port";
import type { TestProject } from "vitest/node";
import { emptyFolder, Product, STARTS_WITHIN } from "./product";
import { Program, root } from "./program";

/** What the products of a worker begin with. */
interface Fresh {
  /** The data of a product that was started once; the products have copies. */
  dir: string;
  /** The port of that product, and so of all: pages name the address that they were rendered for. */
  port: number;
  /** The address of a publisher for all of them. */
  publisher: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** One for each worker. */
    fresh: Fresh[];
  }
}

/** Starts a publisher, and a product for the first time: it seeds itself and has the whole site rendered. */
async function first(dir: string): Promise<{ fresh: Fresh; publisher: Program }> {
  const [port, publisherPort] = [await keptPort(), await keptPort()];
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  writeFileSync(path.join(dir, "secrets.env"), `PUBLISH_SECRET=${secret}\n`);
  const publisher = new Program("node", [path.join(root, "site/.publisher/main.mjs")], {
    CMS_API_URL: `http://127.0.0.1:${port}`,
    PUBLIC_URL: `http://localhost:${port}`,
    PUBLISH_SECRET: secret,
    PUBLISHER_PORT: `${publisherPort}`,
  });
  await publisher.line(/ listening /, STARTS_WITHIN);
  const address = `http://127.0.0.1:${publisherPort}/publish`;
  const product = await Product.start(dir, { PORT: `${port}`, PUBLISHER_URL: address });
  await product.whole();
  if ((await product.stop()) !== 0) throw new Error(`it did not end well:\n${product.program.output}`);
  return { fresh: { dir, port, publisher: address }, publisher };
}

/** Makes what the test files of all projects begin with. */
export default async function start({ vitest, config }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const all = vitest.getRootProject();
  if (all.getProvidedContext().fresh) return;
  const folders = Array.from({ length: config.maxWorkers }, emptyFolder);
  const made = await Promise.all(folders.map(({ dir }) => first(dir)));
  all.provide(
    "fresh",
    made.map(({ fresh }) => fresh),
  );
  return async () => {
    for (const { publisher } of made) {
      publisher.signal("SIGTERM");
      await publisher.end();
    }
    for (const folder of folders) folder.remove();
  };
}
