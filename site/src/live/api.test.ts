import { body } from "@academy/shared/api/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const fetched = vi.fn(async () => Response.json({ message: "Kept" }));
beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("fetch", fetched.mockClear());
});
afterEach(() => vi.unstubAllGlobals());

const send = async (pathname: string) => {
  vi.stubGlobal("location", { pathname });
  const { connectTo } = await import("./api");
  return body(connectTo("https://academy.test/api").POST("/notifications", { body: { email: "asha@example.in" } }));
};

test("a page of the site calls the API", async () => {
  expect(await send("/blog/monsoon")).toEqual({ message: "Kept" });
});

test.each(["pages", "shared"])("a preview calls nothing (%s)", async (kind) => {
  await expect(send(`/api/preview/${kind}/KB3TQMZ6`)).rejects.toThrow("This is a preview: nothing is sent.");
  expect(fetched).not.toHaveBeenCalled();
});
