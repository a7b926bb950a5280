import { afterAll, afterEach, expect, test, vi } from "vitest";
import { Sweeper } from "../sweeper";
import { Store } from "./store";

// Random releases, holds, builds and kills. A killed process does nothing any more: from some step of its work on the disk,
// every further one fails, and only a new process goes on.

const disk = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY, before: async (_file: string) => {} }));

vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  // biome-ignore lint/complexity/noBannedTypes: the functions differ in everything but that they take a path first
  const step = <F extends Function>(does: F) =>
    (async (file: string, ...rest: unknown[]) => {
      if (--disk.left < 0) throw new Error("killed");
      await disk.before(String(file));
      return does(file, ...rest);
    }) as unknown as F;
  return { ...real, rename: step(real.rename), rm: step(real.rm), lstat: step(real.lstat) };
});

const AFTER = 1_000;
const never = () => false;

/** Mulberry32: a small seeded generator. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

let store: Store;
let kills = 0;
afterAll(() => expect(kills, "some sweeps were killed").toBeGreaterThan(3));
afterEach(async () => {
  disk.left = Number.POSITIVE_INFINITY;
  disk.before = async () => {};
  await store.close();
});

const kept = async () => (await store.names("manifests")).map((file) => file.replace(".json", ""));

test.each(Array.from({ length: 8 }, (_, i) => [i + 1]))("killed at any step, seed %i", async (seed) => {
  const draw = random(seed);
  store = await Store.open();
  let now = 0;
  let sweeper = new Sweeper(store.dir, AFTER, () => now);
  let held = await store.publish({ "/": "home" });
  for (let turn = 0; turn < 20; turn++) {
    // A few pages with few texts: later releases share blobs with earlier ones, and bring some back that were forgotten.
    const pages = Object.fromEntries(Array.from({ length: 1 + draw(3) }, () => [`/${draw(4)}`, `text ${draw(6)}`]));
    if (draw(4) === 0) for (const text of Object.values(pages)) await store.page(text);
    else await store.publish(pages, draw(5) === 0 ? [`/${draw(4)}`] : []);
    if (draw(4) === 0) held = (await kept())[draw((await kept()).length)] as string;
    for (const id of await kept()) {
      const needed = id === held || id === store.releases.current?.release;
      if (!needed && draw(2) === 0) await store.forget(id);
    }
    now += draw(2 * AFTER);
    if (draw(2) === 0) disk.left = draw(20);
    const reused = `text ${draw(6)}`;
    // Another publisher builds at the same moment.
    disk.before = async (file) => {
      if (!file.includes("/blobs/") || draw(6) > 0) return;
      disk.before = async () => {};
      await store.page(reused).catch(() => {});
    };
    const died = await sweeper.round(never).then(
      () => false,
      (error: Error) => error.message === "killed",
    );
    disk.left = Number.POSITIVE_INFINITY;
    disk.before = async () => {};
    if (died) {
      kills++;
      sweeper = new Sweeper(store.dir, AFTER, () => now);
      await sweeper.round(never);
    }
    await store.whole();
  }
  // Undisturbed, nothing is left that no release names. While releases neither come nor go, it looks only so often.
  for (let look = 0; look < 5; look++, now += AFTER) await sweeper.round(never);
  expect(await store.names("blobs")).toEqual([...(await store.whole())].sort());
  expect(await store.names("forgotten")).toEqual([]);
  expect(await store.names("swept")).toEqual([]);
});

test("a blob that another publisher reuses in the last moment stays whole, at whichever step that is", async () => {
  let reused = 0;
  for (let step = 0; step < 12; step++) {
    store = await Store.open();
    await store.publish({ "/": "home" });
    await store.page("an earlier state");
    let now = 0;
    const sweeper = new Sweeper(store.dir, AFTER, () => now);
    await sweeper.round(never);
    now += AFTER;
    let left = step;
    disk.before = async () => {
      if (left-- > 0) return;
      disk.before = async () => {};
      reused++;
      await store.page("an earlier state");
    };
    await sweeper.round(never);
    disk.before = async () => {};
    await store.publish({ "/again": "an earlier state" });
    await store.whole();
    if (step < 11) await store.close();
  }
  expect(reused).toBeGreaterThan(6);
});
