import { afterEach, expect, it, vi } from "vitest";
import { discard } from "./history";

afterEach(() => vi.unstubAllGlobals());

it("a deletion that is to take something back names the revision that it takes back", async () => {
  const sent = vi.fn(async (_: Request) => new Response(null, { status: 204 }));
  vi.stubGlobal("fetch", sent);
  await discard({ collection: "social-links", id: "1" }, 7);
  const call = sent.mock.calls[0]?.[0];
  expect([call?.method, call?.url, call?.headers.get("If-Match")]).toEqual([
    "DELETE",
    expect.stringMatching(/\/api\/admin\/social-media\/1$/),
    '"7"',
  ]);
});
