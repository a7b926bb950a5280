import type { TestProject } from "vitest/node";
import { emptyFolder, keptPort, Product } from "./product";

declare module "vitest" {
  interface ProvidedContext {
    /** The data of a product that was started once, and the port it had; each test file has a copy. */
    fresh: { dir: string; port: number };
  }
}

/** Starts a product for the first time, once for all test files: it seeds itself and renders the whole site. */
export default async function start(project: TestProject): Promise<() => void> {
  const folder = emptyFolder();
  const port = await keptPort();
  const product = await Product.start(folder.dir, { PORT: `${port}` });
  await product.whole();
  await product.stop();
  project.provide("fresh", { dir: folder.dir, port });
  return folder.remove;
}
