import { body } from "@academy/shared/api/client";
import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "./client";
import { attend, isShut } from "./gate";
import { useSession } from "./session";
import type { User } from "./types";

const asha = { id: "asha", name: "Asha", email: "asha@academy.test" } as User;
const json = (status: number, value: unknown) => new Response(JSON.stringify(value), { status });

let leave: () => void;
beforeEach(() => {
  vi.spyOn(document, "cookie", "get").mockReturnValue("signed_in=1");
  leave = attend(asha);
});
afterEach(() => {
  leave();
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("who is signed in is asked again when the question had the session from before a new password", async () => {
  let arrive = () => {};
  const way = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let renewed = false;
  const asked: number[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.url.endsWith("/auth/password")) {
      await way; // the old session is over, and the new one has not arrived
      renewed = true;
      return json(200, { user: asha });
    }
    asked.push(renewed ? 200 : 401);
    return renewed ? json(200, asha) : json(401, { detail: "Please sign in." });
  });
  const change = body(api.POST("/auth/password", { body: { new_password: "a new one" } }));
  const { result } = renderHook(useSession);
  await vi.waitFor(() => expect(asked).toEqual([401]));
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(isShut()).toBe(false);
  arrive();
  await change;
  await waitFor(() => expect(result.current.user).toEqual(asha));
  expect(asked).toEqual([401, 200]);
  expect(isShut()).toBe(false);
});
