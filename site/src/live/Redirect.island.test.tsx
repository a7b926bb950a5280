import { waitFor } from "@testing-library/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { answers, calls, live } from "@/islands/testing";
import Redirect from "./Redirect";

// If the settings name another site for current affairs, the browser is sent there.

const replace = vi.fn();
const elsewhere = "https://affairs.example/today";
const target = (current_affairs_redirect: boolean, current_affairs_url: string) => ({
  current_affairs_redirect,
  current_affairs_url,
});

beforeEach(() => {
  replace.mockReset();
  vi.stubGlobal("location", Object.assign(new URL(window.location.href), { replace }));
});

test("at once where the page says so", async () => {
  live(Redirect, { built: target(true, elsewhere) });
  await waitFor(() => expect(replace.mock.calls.map(String)).toEqual([elsewhere]));
});

test("as soon as the API says so", async () => {
  answers["GET /release.json"] = () => ({ fingerprint: "now" });
  answers["GET /api/settings"] = () =>
    Response.json(target(true, elsewhere), { headers: { "Content-Fingerprint": "now" } });
  live(Redirect, { built: target(false, "") });
  await waitFor(() => expect(replace.mock.calls.map(String)).toEqual([elsewhere]));
});

test.each([
  ["the setting is off", target(false, elsewhere)],
  ["no address is named", target(true, "")],
  ["the address is none", target(true, "affairs")],
  ["it is no page of another site", target(true, "javascript:alert(1)")],
])("not where %s", async (_, built) => {
  answers["GET /api/settings"] = () => built;
  live(Redirect, { built });
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  await new Promise((done) => setTimeout(done));
  expect(replace).not.toHaveBeenCalled();
});
