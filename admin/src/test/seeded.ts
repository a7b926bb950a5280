import { rmSync } from "node:fs";
import type { TestProject } from "vitest/node";
import { CMS } from "./cms";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of a CMS with the sample content, whose programs have ended; each test file starts on a copy. */
    seeded: string;
  }
}

/** Makes the folder that test files copy. */
export default async function setup(project: TestProject): Promise<() => void> {
  const cms = await CMS.start();
  await cms.end();
  project.provide("seeded", cms.folder);
  return () => rmSync(cms.folder, { recursive: true, force: true, maxRetries: 5 });
}
