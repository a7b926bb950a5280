// Changes that every page shows, and single edits while they go out.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { slug } from "./content.mjs";
import { awaitPage, idsOf, measureEdit, spread } from "./edits.mjs";
import { processorSince, processorTime } from "./processes.mjs";
import { root } from "./product.mjs";

const EDIT_EVERY = 300;
const ARTICLES_PER_LIST = 24;
const LOGOS = ["diagram-error-sort_1200x560_480_960.480.webp", "about-banner_2000x900_480_960.480.webp"];

/** The telephone number in the footer. */
export const footerChange = (site) =>
  measure(site, async (editor) => {
    const phone = `+91 80 4${String(Date.now()).slice(-7)}`;
    await editor.json("PUT", "/api/settings", { contact_phone: phone });
    return phone;
  });

/** The name of an entry of the navigation. */
export const menuChange = (site) =>
  measure(site, async (editor) => {
    const address = "/api/admin/menus/main";
    const { items } = await editor.json("GET", address);
    const label = `Contact ${Date.now()}`;
    await editor.json("PUT", address, { items: items.with(-1, { ...items.at(-1), label }) });
    return label;
  });

/** The file of the logo, replaced in the media library. */
export async function logoChange(site) {
  const send = async (address, picture) => {
    const body = new FormData();
    body.append("file", new Blob([await readFile(path.join(root, "content-seed/media", picture))]), picture);
    const { cookie } = site.editor;
    const answer = await fetch(site.product.url + address, { method: "POST", headers: { cookie }, body });
    if (!answer.ok) throw new Error(`POST ${address}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  if (!site.logo) {
    const { id, url } = await send("/api/admin/media", LOGOS[0]);
    await site.editor.json("PUT", "/api/settings", { logo: url });
    await site.editor.live();
    site.logo = { id, next: 1 };
  }
  const { id, next } = site.logo;
  // The library has a file once: each round takes the other one.
  site.logo.next = 1 - next;
  return measure(site, async () => (await send(`/api/admin/media/${id}/replace`, LOGOS[next])).url);
}

/** Makes a change, and looks for the text that it brings to every page. */
async function measure({ product, editor, open, size }, change) {
  const lists = Math.max(1, Math.ceil(size / ARTICLES_PER_LIST));
  const listPages = ["/blog", ...Array.from({ length: lists - 1 }, (_, i) => `/blog/page/${i + 2}`)];
  const numbers = spread(Math.min(40, size), size);
  const ids = await idsOf(editor, numbers);
  const readers = [open(), open()];
  const processor = await processorTime(product.pid);

  const text = await change(editor);
  const saved = performance.now();
  const shown = async (reader, pages) => {
    for (const page of pages) await awaitPage(reader, page, text);
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
    edits.push((await measureEdit(editor, readers[1], ids.get(number), number, `Meanwhile ${Date.now()}`)).live);
    await Promise.race([pause(EDIT_EVERY), all]);
  }
  await all;
  await editor.live();
  for (const reader of readers) reader.close();
  return {
    home: await home,
    front: await front,
    whole,
    edits,
    processor: await processorSince(processor, product.pid),
  };
}
