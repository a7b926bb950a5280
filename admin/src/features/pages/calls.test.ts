import { afterEach, expect, it, vi } from "vitest";
import { PAGES } from "./calls";

afterEach(() => vi.unstubAllGlobals());

it.each([
  [7, '"7"'],
  [undefined, null],
])("a page is saved over revision %s alone, and over whatever there is without one", async (revision, sent) => {
  const call = vi.fn(async (_: Request) => Response.json({ title: "refused" }, { status: 412 }));
  vi.stubGlobal("fetch", call);
  await expect(PAGES.save("1", PAGES.empty, revision, null)).rejects.toThrow();
  const request = call.mock.calls[0]?.[0];
  expect([request?.method, request?.headers.get("If-Match")]).toEqual(["PUT", sent]);
});
