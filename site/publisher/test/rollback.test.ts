import { createHash } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Academy } from "./harness";
import type { Manifest } from "./releases";

// Something else goes live than what the publisher made: an editor rolls back, or another publisher works.

let academy: Academy;
let older: string;
let newer: string;

beforeEach(async () => {
  academy = await Academy.published(3);
  older = current();
  academy.cms.write({ slug: "article-2", title: "A mistake" });
  await academy.publish();
  newer = current();
});
afterEach(() => academy.close());

const current = () => (academy.manifest as Manifest).release;
const text = (file: string) => academy.text(file);
/** Path → hash of everything that is served. */
const served = () =>
  [...academy.tree].map(([file, bytes]) => `${file} ${createHash("sha256").update(bytes).digest("hex")}`).sort();
const manifests = () => academy.cms.releases.count;

function rollBack() {
  academy.cms.held = academy.cms.whole().fingerprint;
  academy.cms.releases.goTo(older);
}

test("what is held back is not published, whoever asks, also by a new process", async () => {
  rollBack();
  const before = manifests();
  await academy.publish();
  await academy.publish({ force: true });
  await academy.publisher.stop();
  await academy.start();
  await academy.publish();
  expect(current()).toBe(older);
  expect(manifests()).toBe(before);
  expect(text("/blog/article-2.html")).not.toContain("A mistake");
  expect(academy.cms.reports.at(-1)).toMatchObject({ state: "building", error: "" });
});

test("the next change is built on top of what is current, whatever this process made last", async () => {
  rollBack();
  await academy.publish();
  academy.cms.write({ slug: "article-3", title: "A new change" });
  await academy.publish();
  const made = academy.releasesSince(older).reverse();
  expect(made[0]?.parent).toBe(older);
  expect(made.at(-1)?.build).toMatchObject({ parent: older, removed_count: 0 });
  expect(made.at(-1)?.build?.changed_routes).toEqual(
    expect.arrayContaining(["/blog/article-2", "/blog/article-3", "/preview/blog/article-3.png"]),
  );
  expect(text("/blog/article-2.html")).toContain("A mistake");
  expect(text("/blog/article-3.html")).toContain("A new change");
});

test("published again, the same content is the same site, byte for byte", async () => {
  const before = served();
  rollBack();
  await academy.publish();
  academy.cms.held = "";
  await academy.publish({ force: true });
  expect(current()).not.toBe(newer);
  expect(served()).toEqual(before);
});

test("content that this process has made live is published again when something else is live", async () => {
  const before = served();
  academy.cms.releases.goTo(older);
  await academy.publish();
  expect(current()).not.toBe(newer);
  expect(academy.releasesSince(older).at(-1)?.parent).toBe(older);
  expect(academy.manifest).toMatchObject({ fingerprint: academy.cms.whole().fingerprint, partial: false });
  expect(served()).toEqual(before);
});

test("a build under way does not undo a roll back", async () => {
  academy.cms.write({ slug: "article-1", title: "On its way" });
  const before = manifests();
  // The build has been let in when somebody rolls back; then it wants to go live.
  let moved = false;
  academy.cms.beforeAnswer = async () => {
    if (moved) return;
    moved = true;
    rollBack();
  };
  await academy.publish();
  expect(moved).toBe(true);
  expect(current()).toBe(older);
  expect(manifests()).toBe(before);
  expect(academy.cms.reports.some(({ state }) => state === "failed")).toBe(false);

  academy.cms.held = "";
  await academy.publish();
  expect(text("/blog/article-1.html")).toContain("On its way");
  expect(text("/blog/article-2.html")).toContain("A mistake");
});

test("two publishers on one store: each change goes live whole, and in the end the site is the content", async () => {
  const other = await academy.beside();
  try {
    academy.cms.write({ slug: "article-1", title: "By both at once" });
    await Promise.all([academy.publish(), other.publish()]);
    expect(text("/blog/article-1.html")).toContain("By both at once");
    for (const [n, one] of [other, academy].entries()) {
      const before = current();
      academy.cms.write({ slug: "article-3", title: `In turns ${n}` });
      await one.publish();
      // What one has made lies on top of what the other has.
      expect(academy.releasesSince(before).at(-1)?.parent).toBe(before);
      expect(text("/blog/article-3.html")).toContain(`In turns ${n}`);
    }
    const before = manifests();
    await Promise.all([academy.publish(), other.publish()]);
    expect(manifests()).toBe(before);
    expect(text("/blog/article-1.html")).toContain("By both at once");
    expect(academy.manifest).toMatchObject({ fingerprint: academy.cms.whole().fingerprint, partial: false });
    expect(academy.cms.reports.filter(({ state }) => state === "failed")).toEqual([]);
  } finally {
    await other.publisher.stop();
  }
});
