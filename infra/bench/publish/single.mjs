// Single edits: each is made when the one before is live everywhere. Several sites take turns.
import { idsOf, measureEdit, spread } from "./edits.mjs";
import { processorSince, processorTime } from "./processes.mjs";
import { filesOf, written } from "./store.mjs";

/** Makes as many edits at each site, and gives the result of each. */
export async function singleEdits(sites, count) {
  const [{ size }] = sites;
  const numbers = spread(count, size);
  const before = [];
  for (const { product, editor } of sites) {
    before.push({
      ids: await idsOf(editor, new Set(numbers)),
      files: await filesOf(product.dataDir),
      processor: await processorTime(product.pid),
    });
  }
  const samples = sites.map(() => []);
  for (const [round, number] of numbers.entries()) {
    for (let turn = 0; turn < sites.length; turn++) {
      const which = (turn + round) % sites.length;
      const { editor, reader, text } = sites[which];
      const id = before[which].ids.get(number);
      samples[which].push(await measureEdit(editor, reader, id, number, `Edit ${round} of ${number}`, text));
      await editor.live();
    }
  }
  return Promise.all(
    sites.map(async ({ product }, which) => ({
      save: samples[which].map((sample) => sample.save),
      live: samples[which].map((sample) => sample.live),
      processor: await processorSince(before[which].processor, product.pid),
      written: written(await filesOf(product.dataDir), before[which].files),
    })),
  );
}
