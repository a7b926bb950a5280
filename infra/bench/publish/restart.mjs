// A restart of the whole product on its data: how long until it serves the site, and until the first edit is live.
import { idsOf, measureEdit } from "./edits.mjs";
import { watchMemory } from "./processes.mjs";

/** Stops the product of a site and has `start` start it again; the site's connections are then to the new one. */
export async function restart(site, start) {
  const { cookie } = site.editor;
  site.editor.close();
  site.reader.close();
  await site.product.stop();
  const began = performance.now();
  let stopWatching;
  site.product = await start((started) => {
    stopWatching = watchMemory(started.pid);
  });
  const ready = performance.now() - began;
  site.editor = Object.assign(site.open(), { cookie });
  site.reader = site.open();
  const ids = await idsOf(site.editor, [1]);
  await measureEdit(site.editor, site.reader, ids.get(1), 1, "After the restart", site.text);
  const firstEdit = performance.now() - began;
  return { ready, firstEdit, peak: await stopWatching() };
}
