import type { TestProject } from "vitest/node";
import { emptyFolder, Product } from "./product";

declare module "vitest" {
  interface ProvidedContext {
    /** The data of a product that was started once; each test file has a copy. */
    fresh: string;
  }
}

/** Starts a product for the first time, once for all test files: it seeds itself and renders the whole site. */
export default async function start(project: TestProject): Promise<() => void> {
  const folder = emptyFolder();
  const product = await Product.start(folder.dir);
  await product.stop();
  project.provide("fresh", folder.dir);
  return folder.remove;
}
