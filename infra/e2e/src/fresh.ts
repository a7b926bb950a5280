import { readFileSync } from "node:fs";
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

/** Starts a product for the first time: it seeds itself and renders the whole site. */
async function first(dir: string): Promise<number> {
  const port = await keptPort();
  const product = await Product.start(dir, { PORT: `${port}` });
  await product.whole();
  if ((await product.stop()) !== 0) throw new Error(`it did not end well:\n${product.program.output}`);
  return port;
}

async function publish(dir: string, product: number): Promise<{ port: number; program: Program }> {
  const secrets = readFileSync(path.join(dir, "secrets.env"), "utf8");
  const port = await keptPort();
  const program = new Program("node", [path.join(root, "site/.publisher/main.mjs")], {
    CMS_API_URL: `http://127.0.0.1:${product}`,
    PUBLIC_URL: `http://localhost:${product}`,
    PUBLISH_SECRET: secrets.match(/^PUBLISH_SECRET=(.+)$/m)?.[1] ?? "",
    PUBLISHER_PORT: `${port}`,
  });
  await program.line(/ listening /, STARTS_WITHIN);
  return { port, program };
}

/** Makes what the test files of all projects begin with. */
export default async function start({ vitest, config }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const all = vitest.getRootProject();
  if (all.getProvidedContext().fresh) return;
  const made = await Promise.all(
    Array.from({ length: config.maxWorkers }, async () => {
      const folder = emptyFolder();
      const port = await first(folder.dir);
      return { folder, port, publisher: await publish(folder.dir, port) };
    }),
  );
  all.provide(
    "fresh",
    made.map(({ folder, port, publisher }) => ({
      dir: folder.dir,
      port,
      publisher: `http://127.0.0.1:${publisher.port}/publish`,
    })),
  );
  return async () => {
    for (const { folder, publisher } of made) {
      publisher.program.signal("SIGTERM");
      await publisher.program.end();
      folder.remove();
    }
  };
}
