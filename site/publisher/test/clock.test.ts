import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Academy } from "./harness";
import type { Manifest } from "./releases";

// The machine's clock jumps, here and in the CMS of the tests: it stands where it is set.

const DAY = 86_400_000;
let academy: Academy;

beforeEach(async () => {
  academy = await Academy.published(3);
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(async () => {
  vi.useRealTimers();
  await academy.close();
});

const jump = (days: number) => vi.setSystemTime(Date.now() + days * DAY);
const current = () => academy.manifest as Manifest;
const page = (slug: string) => academy.tree.get(`/blog/${slug}.html`)?.toString();

async function edit(title: string): Promise<void> {
  academy.cms.write({ slug: "article-2", title });
  await academy.publish();
}

/** The site is what the content is, and no build has failed. */
async function expectLive(title: string): Promise<void> {
  expect(page("article-2")).toContain(title);
  expect(current()).toMatchObject({ fingerprint: academy.cms.whole().fingerprint, partial: false });
  expect(academy.cms.reports.filter(({ state }) => state === "failed")).toEqual([]);
}

test("before an edit, while it is rendered, before it goes live, and between two processes: the site is the content", async () => {
  const first = current().release;
  let jumped = false;
  for (const [n, days] of [2000, -2003, 3].entries()) {
    jump(days);
    await edit(`Before ${n}`);
    await expectLive(`Before ${n}`);

    academy.cms.beforeAnswer = async ({ state }) => {
      if (jumped || state !== "building") return;
      jumped = true;
      jump(-days);
    };
    jumped = false;
    await edit(`During ${n}`);
    expect(jumped).toBe(true);
    await expectLive(`During ${n}`);

    await academy.publisher.stop();
    jump(days);
    await academy.start();
    await edit(`After a restart ${n}`);
    await expectLive(`After a restart ${n}`);
  }
  expect(academy.releasesSince(first).length).toBeGreaterThanOrEqual(9);
});
