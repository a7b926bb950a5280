import { body } from "@academy/shared/api/client";
import { renderHook, waitFor } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { SWRConfig } from "swr";
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
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ["a new password", "/auth/password", () => api.POST("/auth/password", { body: { new_password: "a new one" } })],
  ["a new phone", "/auth/me", () => api.PUT("/auth/me", { body: { phone: "+919876500077", code: "123456" } })],
  ["the end of all others", "/auth/sessions/end-others", () => api.POST("/auth/sessions/end-others")],
] as const)(
  "who is signed in is asked again when the question had the session from before %s",
  async (_, path, call) => {
    let arrive = () => {};
    const way = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    let renewed = false;
    const asked: number[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      if (request.method !== "GET" && request.url.endsWith(path)) {
        await way; // the old session is over, and the new one has not arrived
        renewed = true;
        return json(200, { user: asha });
      }
      asked.push(renewed ? 200 : 401);
      return renewed ? json(200, asha) : json(401, { detail: "Please sign in." });
    });
    const change = body<unknown>(call());
    const unasked = ({ children }: { children: ReactNode }) =>
      createElement(SWRConfig, { value: { provider: () => new Map() } }, children);
    const { result } = renderHook(useSession, { wrapper: unasked });
    await vi.waitFor(() => expect(asked).toEqual([401]));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(isShut()).toBe(false);
    arrive();
    await change;
    await waitFor(() => expect(result.current.user).toEqual(asha));
    expect(asked).toEqual([401, 200]);
    expect(isShut()).toBe(false);
  },
);
