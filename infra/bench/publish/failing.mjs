// Edits while ten other articles cannot be rendered, beside edits while all can; then one of the ten is mended.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { slug } from "./content.mjs";
import { idsOf, measureEdit, save } from "./edits.mjs";

const FAILING = 10;

/** What has to be in the product's environment for pages to fail as `pages` says. */
export const failingEnvironment = (root, pages) => ({
  NODE_OPTIONS: `--import=${path.join(root, "infra/chaos/pages.mjs")}`,
  PAGES_FILE: pages,
});

export async function failingPages({ editor, reader, size }, pages, count) {
  if (size < 2 * FAILING) throw new Error(`ten articles that fail need at least ${2 * FAILING}`);
  // Not among the newest, which the feed shows whole.
  const broken = Array.from({ length: FAILING }, (_, i) => size - i);
  const numbers = Array.from({ length: count }, (_, i) => 1 + Math.floor((i * (size - FAILING)) / count));
  const ids = await idsOf(editor, new Set([...broken, ...numbers]));
  const fail = (failing) => writeFileSync(pages, failing.map((number) => `throw /blog/${slug(number)}`).join("\n"));
  const edits = async (label) => {
    const samples = [];
    for (const number of numbers) {
      samples.push((await measureEdit(editor, reader, ids.get(number), number, `${label} ${number}`)).live);
      await editor.live();
    }
    return samples;
  };
  const named = async (expected) => {
    const { failures } = await editor.live();
    const paths = failures.map((failure) => failure.path).sort();
    const wanted = expected.map((number) => `/blog/${slug(number)}`).sort();
    if (paths.join() !== wanted.join()) throw new Error(`named as failing are ${paths}, not ${wanted}`);
  };

  const without = await edits("All well");
  fail(broken);
  for (const number of broken) await save(editor, ids.get(number), number, `Broken ${number}`);
  await named(broken);
  const beside = await edits("Ten fail");
  await named(broken);
  const [mended, ...left] = broken;
  fail(left);
  const { live } = await measureEdit(editor, reader, ids.get(mended), mended, "Mended");
  await named(left);
  return { without, beside, mended: live };
}
