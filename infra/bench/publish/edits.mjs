// Edits, and how long it takes until the site shows them.
import { setTimeout as pause } from "node:timers/promises";
import { body, slug } from "./content.mjs";

// Looking without pause would take a core from what is measured.
const LOOK_EVERY = 5;
const PATIENCE = 20 * 60_000;

/** Waits until the page shows the mark, and returns the moment. As a browser does, it gets a page again only when it is another. */
export async function awaitPage(reader, address, mark) {
  const began = performance.now();
  let seen;
  for (;;) {
    const page = await reader.request("GET", address, undefined, seen && { "if-none-match": seen });
    if (page.status === 200 && page.body.includes(mark)) return performance.now();
    if (page.status === 200) seen = page.headers.etag;
    if (performance.now() - began > PATIENCE)
      throw new Error(`${address} does not show “${mark}” after twenty minutes`);
    await pause(LOOK_EVERY);
  }
}

/** The ids of the articles with these numbers, by number. */
export async function idsOf(editor, numbers) {
  const ids = new Map();
  for (const number of numbers) ids.set(number, (await editor.json("GET", `/api/articles/${slug(number)}`)).id);
  return ids;
}

/** Gives the article a text with the mark; returns when the API has answered. */
export async function save(editor, id, number, mark, text = body) {
  await editor.json("PUT", `/api/articles/${id}`, { content: `<p>${mark}</p>${text(number)}` });
  return performance.now();
}

/** Edits one article and waits until its page shows the edit. */
export async function measureEdit(editor, reader, id, number, mark, text) {
  const began = performance.now();
  const saved = await save(editor, id, number, mark, text);
  return { save: saved - began, live: (await awaitPage(reader, `/blog/${slug(number)}`, mark)) - saved };
}

/** `count` of the numbers 1 to size, spread over old articles and new ones. */
export const spread = (count, size) => Array.from({ length: count }, (_, i) => 1 + Math.floor((i * size) / count));
