// A change that every page shows, and single edits while it goes out.
import { setTimeout as pause } from "node:timers/promises";
import { slug } from "./content.mjs";
import { awaitPage, idsOf, measureEdit, spread } from "./edits.mjs";

const EDIT_EVERY = 300;
const ARTICLES_PER_LIST = 24;

export async function footerChange({ editor, open, size }) {
  const phone = `+91 80 4${String(Date.now()).slice(-7)}`;
  const lists = Math.max(1, Math.ceil(size / ARTICLES_PER_LIST));
  const listPages = ["/blog", ...Array.from({ length: lists - 1 }, (_, i) => `/blog/page/${i + 2}`)];
  const numbers = spread(Math.min(40, size), size);
  const ids = await idsOf(editor, numbers);
  const readers = [open(), open(), open()];

  await editor.json("PUT", "/api/settings", { contact_phone: phone });
  const saved = performance.now();
  const shown = async (reader, pages) => {
    for (const page of pages) await awaitPage(reader, page, phone);
    return performance.now() - saved;
  };
  let whole;
  const home = shown(readers[0], ["/"]);
  const front = home.then(() => shown(readers[0], listPages));
  const all = front
    .then(() =>
      shown(
        readers[0],
        Array.from({ length: size }, (_, i) => `/blog/${slug(i + 1)}`),
      ),
    )
    .then((took) => {
      whole = took;
    });
  const edits = [];
  for (let i = 0; whole === undefined; i++) {
    const number = numbers[(i * 7) % numbers.length];
    edits.push((await measureEdit(editor, readers[1], ids.get(number), number, `Meanwhile ${i}`)).live);
    await Promise.race([pause(EDIT_EVERY), all]);
  }
  await all;
  await editor.live();
  for (const reader of readers) reader.close();
  return { home: await home, front: await front, whole, edits };
}
