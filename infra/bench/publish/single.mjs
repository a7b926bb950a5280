// Single edits: each is made when the one before is live everywhere.
import { idsOf, measureEdit, spread } from "./edits.mjs";
import { median } from "./stats.mjs";

/** Durations by stage, from the lines in which the publisher says that a release went live. */
function stages(lines) {
  const found = {};
  for (const line of lines) {
    if (!/^publisher +\| .*\blive\b/.test(line)) continue;
    for (const [, name, value] of line.matchAll(/\b(\w+)_ms=([\d.]+)/g)) {
      found[name] ??= [];
      found[name].push(Number(value));
    }
  }
  return Object.fromEntries(Object.entries(found).map(([name, values]) => [name, median(values)]));
}

export async function singleEdits({ product, editor, reader, size }, count) {
  const numbers = spread(count, size);
  const ids = await idsOf(editor, new Set(numbers));
  const linesBefore = product.lines.length;
  const samples = [];
  for (const [round, number] of numbers.entries()) {
    samples.push(await measureEdit(editor, reader, ids.get(number), number, `Edit ${round} of ${number}`));
    await editor.live();
  }
  return {
    save: samples.map((sample) => sample.save),
    live: samples.map((sample) => sample.live),
    stages: stages(product.lines.slice(linesBefore)),
  };
}
