import { keptPort } from "@academy/shared/test/port";
import type { TestProject } from "vitest/node";
import { emptyFolder, Product } from "./product";

interface Fresh {
  dir: string;
  port: number;
}

declare module "vitest" {
  interface ProvidedContext {
    /** For each worker the data of a product that was started once, and the port it had; its test files have copies. */
    fresh: Fresh[];
  }
}

/** Starts a product for the first time: it seeds itself and renders the whole site. */
async function first(dir: string): Promise<Fresh> {
  const port = await keptPort();
  const product = await Product.start(dir, { PORT: `${port}` });
  await product.whole();
  if ((await product.stop()) !== 0) throw new Error(`it did not end well:\n${product.program.output}`);
  return { dir, port };
}

/**
 * Makes what the test files of all projects begin with, once for each worker: pages name the address that they were
 * rendered for.
 */
export default async function start({ vitest, config }: TestProject): Promise<(() => void) | undefined> {
  const all = vitest.getRootProject();
  if (all.getProvidedContext().fresh) return;
  if (process.env.FRESH) {
    all.provide("fresh", [
      { dir: "/work/tmp/st/fresh1", port: 21140 },
      { dir: "/work/tmp/st/fresh2", port: 26100 },
    ]);
    return;
  }
  const folders = Array.from({ length: config.maxWorkers }, emptyFolder);
  all.provide("fresh", await Promise.all(folders.map(({ dir }) => first(dir))));
  return () => {
    for (const folder of folders) folder.remove();
  };
}
