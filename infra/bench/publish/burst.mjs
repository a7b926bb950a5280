// Many edits in a few seconds, while another host's build hook is told of the content too.
import { readdirSync, readFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { slug } from "./content.mjs";
import { awaitPage, idsOf, save, spread } from "./edits.mjs";

const EDITS = 50;
const WITHIN = 5_000;
const INTERVAL = 10_000;

/** A host's build hook: notes when it is called. */
async function buildHook() {
  const calls = [];
  const server = http.createServer((request, response) => {
    calls.push(Date.now());
    request.resume().on("end", () => response.end("{}"));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { calls, url: `http://127.0.0.1:${server.address().port}/build`, close: () => server.close() };
}

/** Of each article, the releases made after its save, up to the one that it went live with. */
function releasesUntilLive(dataDir, edits) {
  const folder = path.join(dataDir, "releases/manifests");
  const since = Math.min(...edits.map((edit) => edit.savedAt));
  const releases = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), "utf8")))
    .map((manifest) => ({ at: Date.parse(manifest.built_at), routes: manifest.changed_routes }))
    .filter(({ at }) => at >= since)
    .sort((a, b) => a.at - b.at);
  return edits.map(({ number, savedAt }) => {
    const after = releases.filter(({ at }) => at >= savedAt);
    return 1 + after.findIndex(({ routes }) => routes.includes(`/blog/${slug(number)}`));
  });
}

export async function burst({ product, editor, open, size }) {
  const hook = await buildHook();
  await editor.json("POST", "/api/admin/webhooks", {
    name: "Another host",
    url: hook.url,
    kind: "build-hook",
    interval_seconds: INTERVAL / 1_000,
  });
  while (hook.calls.length === 0) await pause(20);
  await pause(INTERVAL); // so that the first edit finds it ready to be told

  // No article twice: the first edit's bytes would never be seen.
  const numbers = spread(Math.min(EDITS, size), size);
  const ids = await idsOf(editor, numbers);
  const began = performance.now();
  const reader = open();
  const waiting = [];
  const edits = [];
  // One look after the other at what is not live yet: fifty readers would measure themselves.
  let looking = Promise.resolve();
  for (const [i, number] of numbers.entries()) {
    await pause(Math.max(0, began + (i * WITHIN) / EDITS - performance.now()));
    const saved = await save(editor, ids.get(number), number, `Burst ${i}`);
    const edit = { number, savedAt: Date.now(), mark: `Burst ${i}` };
    edits.push(edit);
    looking = looking.then(async () => {
      edit.live = (await awaitPage(reader, `/blog/${slug(number)}`, edit.mark)) - saved;
    });
    waiting.push(looking);
  }
  await Promise.all(waiting);
  await editor.live();
  const last = edits.at(-1).savedAt;
  while (hook.calls.at(-1) < last) await pause(50);
  // Another call would come with the next interval.
  await pause(INTERVAL + 1_000);
  hook.close();
  reader.close();
  const gaps = hook.calls.slice(1).map((call, i) => call - hook.calls[i]);
  return {
    live: edits.map((edit) => edit.live),
    last: edits.at(-1).live,
    builds: Math.max(...releasesUntilLive(product.dataDir, edits)),
    calls: hook.calls.length - 1,
    gap: Math.min(...gaps),
    lastTold: hook.calls.at(-1) - last,
  };
}
