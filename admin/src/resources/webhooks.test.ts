import { afterEach, expect, it, vi } from "vitest";
import { rotateSecret } from "./webhooks";

afterEach(() => vi.unstubAllGlobals());

it("a new secret is made of the endpoint as it was shown", async () => {
  const sent = vi.fn(async (_: Request) => Response.json({}));
  vi.stubGlobal("fetch", sent);
  await rotateSecret("1", 7);
  expect(sent.mock.calls[0]?.[0].headers.get("If-Match")).toBe('"7"');
});
