import { summariesOf, withBodies } from "@/app/bodies";
import type { Prepared } from "@/app/prepared";
import type { Chrome } from "@/app/routes";
import type { CMS } from "./cms";
import { messageOf } from "./failure";

/**
 * Prepares these paths for rendering, and says why some of them cannot be rendered. Their articles have the bodies that
 * `known` has by id, or else those of the snapshot with this fingerprint. No page goes out without one.
 */
export async function prepare(
  cms: CMS,
  fingerprint: string,
  chrome: Chrome | null,
  paths: string[],
  inputsOf: (path: string) => object,
  known: ReadonlyMap<string, string> = new Map(),
): Promise<{ pages: Prepared[]; failed: Map<string, string> }> {
  const bare: Prepared[] = [];
  const failed = new Map<string, string>();
  for (const path of paths) {
    try {
      bare.push({ path, chrome, inputs: inputsOf(path) });
    } catch (error) {
      failed.set(path, messageOf(error));
    }
  }
  const bodies = new Map(known);
  const ids = bare.flatMap(({ inputs }) => summariesOf(inputs)).map(({ id }) => id);
  const wanted = new Set(ids.filter((id) => !bodies.has(id)));
  for (const { id, content } of await cms.articles(fingerprint, [...wanted])) bodies.set(id, content);
  const pages = bare.flatMap((page) => {
    const lacking = summariesOf(page.inputs).find(({ id }) => !bodies.has(id));
    if (!lacking) return { ...page, inputs: withBodies(page.inputs, bodies) };
    failed.set(page.path, `the CMS did not give the text of the article “${lacking.slug}”`);
    return [];
  });
  return { pages, failed };
}
