import type { TestProject } from "vitest/node";
import { emptyFolder, Product } from "./product";

declare module "vitest" {
  interface ProvidedContext {
    /** For each worker the address of the product that its test files share. */
    urls: string[];
  }
}

/** Starts one product for all files of a worker: what they change of it, they put back. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const folders = Array.from({ length: project.config.maxWorkers }, emptyFolder);
  const products = await Promise.all(folders.map(({ dir }) => Product.start(dir)));
  project.provide(
    "urls",
    products.map(({ url }) => url),
  );
  return async () => {
    await Promise.all(products.map((product) => product.stop()));
    for (const folder of folders) folder.remove();
  };
}
