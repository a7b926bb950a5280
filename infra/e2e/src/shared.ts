import type { TestProject } from "vitest/node";
import { emptyFolder, Product } from "./product";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of the product that these test files share. */
    url: string;
  }
}

/** Starts one product for all files of a project: what they change of it, they put back. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const folder = emptyFolder();
  const product = await Product.start(folder.dir);
  project.provide("url", product.url);
  return async () => {
    await product.stop();
    folder.remove();
  };
}
