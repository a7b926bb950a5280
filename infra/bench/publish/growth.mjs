// Edits without end: does what renders them grow?
import { idsOf, measureEdit, spread } from "./edits.mjs";
import { memory } from "./processes.mjs";
import { median } from "./stats.mjs";

const MINUTE = 60_000;
const LOOK_EVERY = 5_000;
// After so long everything has been used once and the heaps have found their size.
const SETTLED = 5;

/** Edits one article after the other for so many minutes; gives the memory of each minute, in the middle of many looks. */
export async function growth({ product, editor, reader, size }, minutes) {
  const numbers = spread(Math.min(200, size), size);
  const ids = await idsOf(editor, numbers);
  const perMinute = [];
  const began = performance.now();
  let looked = 0;
  let edits = 0;
  while (performance.now() - began < minutes * MINUTE) {
    const number = numbers[(edits * 7) % numbers.length];
    await measureEdit(editor, reader, ids.get(number), number, `Hour ${edits++}`);
    await editor.live();
    if (performance.now() - looked < LOOK_EVERY) continue;
    looked = performance.now();
    const minute = Math.floor((looked - began) / MINUTE);
    perMinute[minute] ??= [];
    perMinute[minute].push(await memory(product.pid));
  }
  const settled = minutes > SETTLED ? SETTLED : Math.ceil(minutes / 2);
  const minutesOf = perMinute
    .map((looks, minute) => ({
      minute: minute + 1,
      ...Object.fromEntries(Object.keys(looks[0]).map((kind) => [kind, median(looks.map((look) => look[kind]))])),
    }))
    .filter(Boolean);
  const total = (look) => look.publisher + look.renderers;
  const before = total(minutesOf.find(({ minute }) => minute >= settled) ?? minutesOf[0]);
  return { edits, minutes: minutesOf, settled, before, after: total(minutesOf.at(-1)) };
}
