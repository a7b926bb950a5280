import { mkdir, readFile, rename, rm, truncate, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Unsure } from "../named";
import { Releases } from "../releases";
import { Sweeper, sweepWhenIdle } from "../sweeper";
import { Store } from "./store";

const AFTER = 1_000;
const never = () => false;

let store: Store;
let now: number;
let sweeper: Sweeper;

beforeEach(async () => {
  store = await Store.open();
  now = 0;
  sweeper = new Sweeper(store.dir, AFTER, () => now);
});
afterEach(() => {
  vi.useRealTimers();
  return store.close();
});

const round = () => sweeper.round(never);
/** Looks, lets the time pass, and looks again. */
async function sweep() {
  await round();
  now += AFTER;
  return round();
}
const blobs = () => store.names("blobs");

test("removes what only a forgotten release names, with its variants and lists, and leaves the rest whole", async () => {
  const first = await store.publish({ "/": "home", "/a": "one", "/b": "shared" });
  await store.publish({ "/a": "two" });
  const before = (await blobs()).length;
  await sweep();
  expect((await blobs()).length).toBe(before);

  await store.forget(first);
  const swept = await sweep();
  // The page, its two variants, and the list that had it.
  expect(swept).toMatchObject({ files: 4, done: true });
  expect(swept.bytes).toBeGreaterThan(0);
  expect(await blobs()).toEqual([...(await store.whole())].sort());
  expect(await store.names("forgotten")).toEqual([]);
});

test("a release of an earlier version, with more files of a page, stays whole, and goes whole", async () => {
  const first = await store.publishEarlier({ "/": "home", "/a": "one" });
  await store.publish({ "/a": "two" });
  expect(store.releases.current).toMatchObject({ routes: 2, files: 4 });
  await sweep();
  expect(await blobs()).toEqual([...(await store.whole())].sort());
  await store.publish({ "/": "home" });
  await store.forget(first);
  // The page and its data, each with two variants, and the list that had them; the home page's are in the release between.
  expect(await sweep()).toMatchObject({ files: 10, done: true });
  expect(await blobs()).toEqual([...(await store.whole())].sort());
});

test("nothing goes before two looks that are far enough apart, whatever the files' times say", async () => {
  await store.publish({ "/": "home" });
  const { blob } = await store.page("left over by a build that failed");
  const old = new Date("2001-01-01");
  await utimes(store.path("blobs", blob), old, old);
  await round();
  now += AFTER - 1;
  await round();
  expect(await blobs()).toContain(blob);
  now += 1;
  await round();
  expect((await blobs()).filter((name) => name.startsWith(blob))).toEqual([]);
  // A process that begins anew has not looked twice.
  const other = await store.page("another one");
  now += 100 * AFTER;
  await new Sweeper(store.dir, AFTER, () => now).round(never);
  expect(await blobs()).toContain(other.blob);
});

test("a clock that jumps makes nothing go sooner or later, nor what is used again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const jump = (days: number) => vi.setSystemTime(Date.now() + days * 86_400_000);
  const first = await store.publish({ "/": "one", "/again": "an earlier state" });
  await store.publish({ "/": "two", "/again": "a later state" });
  await store.forget(first);
  await round();
  for (const days of [2000, -4000, 2000]) {
    jump(days);
    expect(await round()).toMatchObject({ files: 0, done: true });
  }
  jump(-2000);
  await store.publish({ "/again": "an earlier state" });
  now += AFTER;
  // The page that is named no more, its two variants, and the list of the first release.
  expect(await round()).toMatchObject({ files: 4, done: true });
  expect(await blobs()).toEqual([...(await store.whole())].sort());
});

test("what a build of another process reuses stays, and has its whole time again", async () => {
  await store.publish({ "/": "home" });
  const { blob } = await store.page("an earlier state");
  await round();
  now += AFTER - 1;
  await store.page("an earlier state");
  now += 1;
  await round();
  expect((await blobs()).filter((name) => name.startsWith(blob))).toHaveLength(3);
  await store.publish({ "/again": "an earlier state" });
  await sweep();
  await store.whole();
  expect(await blobs()).toContain(blob);
});

test("a blob that comes back while its variants are due keeps them", async () => {
  await store.publish({ "/": "home" });
  const { blob } = await store.page("half of it was removed");
  await rm(store.path("blobs", blob));
  await round();
  now += AFTER;
  await store.publish({ "/again": "half of it was removed" });
  await round();
  await store.whole();
});

test("half-written files go, in every folder, and none that is being written", async () => {
  await store.publish({ "/": "home" });
  const left = ["CURRENT.1.a.tmp", "manifests/x.json.1.a.tmp", `blobs/${"0".repeat(64)}.br.1.a.tmp`];
  for (const file of left) await writeFile(store.path(file), "half");
  await round();
  now += AFTER;
  await writeFile(store.path(left[0] as string), "more");
  await round();
  expect(await store.names(".")).toContain("CURRENT.1.a.tmp");
  expect(await store.names("manifests")).toHaveLength(1);
  expect((await blobs()).some((name) => name.endsWith(".tmp"))).toBe(false);
});

test("gives way as soon as somebody publishes, and goes on later", async () => {
  const first = await store.publish(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`/${i}`, `text ${i}`])));
  await store.publish(
    { "/": "home" },
    Array.from({ length: 60 }, (_, i) => `/${i}`),
  );
  await store.forget(first);
  let looks = 0;
  await sweeper.round(() => {
    looks++;
    return false;
  });
  now += AFTER;
  let files = 0;
  let rounds = 0;
  for (let done = false; !done; rounds++) {
    let left = looks + rounds;
    const swept = await sweeper.round(() => left-- <= 0);
    files += swept.files;
    done = swept.done;
  }
  expect(rounds).toBeGreaterThan(2);
  expect(files).toBeGreaterThan(180);
  expect(await blobs()).toEqual([...(await store.whole())].sort());
});

test("what a killed sweep had put aside comes back, also when a publisher starts", async () => {
  await store.publish({ "/": "home" });
  const [name] = (await blobs()) as [string];
  for (const restore of [() => round(), () => new Releases(store.dir, "code").open()]) {
    await mkdir(store.path("swept"), { recursive: true });
    await rename(store.path("blobs", name), store.path("swept", name));
    await restore();
    await store.whole();
  }
});

test.each([
  ["CURRENT is missing", () => rm(store.path("CURRENT")), "no live release"],
  ["CURRENT is empty", () => truncate(store.path("CURRENT")), "no live release"],
  [
    "the live release has no manifest",
    () => writeFile(store.path("CURRENT"), "20260101T000000000Z-00000000\n"),
    "no manifest",
  ],
  ["a manifest is damaged", () => writeFile(store.path("manifests", "1.json"), "{"), "cannot be read"],
])("removes nothing when %s, and says so", async (_, spoil, words) => {
  await store.publish({ "/": "home" });
  await store.page("left over");
  await round();
  now += AFTER;
  await spoil();
  const before = await blobs();
  await expect(round()).rejects.toThrow(Unsure);
  await expect(round()).rejects.toThrow(words);
  expect(await blobs()).toEqual(before);
});

test("a damaged list of an older release is removed, so that the release is forgotten", async () => {
  const older = await store.publish({ "/": "one" });
  const list = store.releases.current?.shards.find((hash) => hash) as string;
  await store.publish({ "/": "two" });
  await writeFile(store.path("blobs", list), "damaged");
  await expect(round()).rejects.toThrow("damaged");
  expect(await blobs()).not.toContain(list);
  await store.forget(older);
  await round();
  // Never one of the live release: what is left of it may still help.
  sweeper = new Sweeper(store.dir, AFTER, () => now);
  const live = store.releases.current?.shards.find((hash) => hash) as string;
  await writeFile(store.path("blobs", live), "damaged");
  await expect(round()).rejects.toThrow("damaged");
  expect(await blobs()).toContain(live);
  await rm(store.path("blobs", live));
  await expect(round()).rejects.toThrow("lost a list");
});

test("most of a store goes when releases were forgotten, and not when their manifests were lost", async () => {
  const many = Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`/${i}`, `text ${i}`]));
  const first = await store.publish(many);
  await store.publish({ "/": "home" }, Object.keys(many));
  const manifest = store.path("manifests", `${first}.json`);
  const kept = await readFile(manifest);
  await rm(manifest);
  await expect(round()).rejects.toThrow('is the folder "manifests" complete?');
  now += AFTER;
  await expect(round()).rejects.toThrow(Unsure);
  await writeFile(manifest, kept);
  await store.whole();
  await store.forget(first);
  now += AFTER;
  await sweep();
  expect(await blobs()).toEqual([...(await store.whole())].sort());
});

test("sweeps now and then while nothing is built, and says once what is wrong", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const said: string[] = [];
    const say = (message: string) => void said.push(message);
    let busy = true;
    const rounds: Promise<unknown>[] = [];
    const fake = { round: () => rounds.at(-1) } as unknown as Sweeper;
    const stop = sweepWhenIdle(fake, () => busy, { debug: say, info: say, warn: say, error: say }, 10);
    const pass = async (result: Promise<unknown>) => {
      result.catch(() => {});
      rounds.push(result);
      vi.advanceTimersByTime(10);
      await new Promise(setImmediate);
    };
    await pass(Promise.reject(new Error("busy")));
    busy = false;
    await pass(Promise.reject(new Error("no live release")));
    await pass(Promise.reject(new Error("no live release")));
    await pass(Promise.resolve({ files: 3, bytes: 4, done: true }));
    stop();
    await pass(Promise.resolve({ files: 5, bytes: 4, done: true }));
    expect(said).toEqual(["nothing of the release store is removed", "removed what no release names"]);
  } finally {
    vi.useRealTimers();
  }
});

test("a round goes on beside publishing when that has interrupted too many", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const rounds: boolean[] = [];
  let busy = false;
  const fake = {
    round: async (interrupt: () => boolean) => {
      busy = true;
      rounds.push(interrupt());
      return { files: 0, bytes: 0, done: !interrupt() };
    },
  } as unknown as Sweeper;
  const quiet = () => {};
  const stop = sweepWhenIdle(fake, () => busy, { debug: quiet, info: quiet, warn: quiet, error: quiet }, 10);
  for (let tick = 0; tick < 14; tick++) {
    vi.advanceTimersByTime(10);
    await new Promise(setImmediate);
  }
  stop();
  // The first began while nothing was built. After it five more were not begun, and then one was not interrupted; after that
  // publishing has six to interrupt again.
  expect(rounds).toEqual([true, false, false]);
});

test("a manifest that was forgotten in the moment before it became current is written again", async () => {
  await store.publish({ "/": "one" });
  const moved = store.releases.moved.bind(store.releases);
  vi.spyOn(store.releases, "moved").mockImplementation(async () => {
    const id = (await store.names("manifests")).at(-1) as string;
    await store.forget(path.basename(id, ".json"));
    return moved();
  });
  const id = await store.publish({ "/": "two" });
  expect(await store.names("manifests")).toContain(`${id}.json`);
  await store.whole();
});
