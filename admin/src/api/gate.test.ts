import { body } from "@academy/shared/api/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "./client";
import { admit, attend, giveUp, isShut, sessionEnded } from "./gate";
import type { User } from "./types";

const person = (id: string) => ({ id, name: id, email: `${id}@academy.test` }) as User;
const json = (status: number, value: unknown) => new Response(JSON.stringify(value), { status });

let signedIn: boolean;
let arrived: string[];
let leave: () => void;

beforeEach(() => {
  signedIn = false;
  arrived = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (!signedIn) return json(401, { detail: "Please sign in." });
    const sent = (await request.json()) as { name: string };
    arrived.push(sent.name);
    return json(201, sent);
  });
  leave = attend(person("asha"));
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

const create = (name: string) => body(api.POST("/admin/sections", { body: { name, type: name, is_visible: true } }));

describe("calls after the session has ended", () => {
  it("wait, and are sent again once, in their order", async () => {
    const calls = [create("one"), create("two"), create("three")];
    await vi.waitFor(() => expect(isShut()).toBe(true));
    signedIn = true;
    expect(admit(person("asha"))).toBe(true);
    await Promise.all(calls);
    expect(arrived).toEqual(["one", "two", "three"]);
    expect(isShut()).toBe(false);
  });

  it("keep their order also when the answers came in another one", async () => {
    let first = () => {};
    const late = new Promise<void>((resolve) => {
      first = resolve;
    });
    const answer = globalThis.fetch as unknown as (request: Request) => Promise<Response>;
    vi.stubGlobal("fetch", async (request: Request) => {
      const sent = (await request.clone().json()) as { name: string };
      if (!signedIn && sent.name === "one") await late;
      return answer(request);
    });
    const calls = [create("one"), create("two")];
    await vi.waitFor(() => expect(isShut()).toBe(true));
    first();
    await new Promise((resolve) => setTimeout(resolve, 0));
    signedIn = true;
    admit(person("asha"));
    await Promise.all(calls);
    expect(arrived).toEqual(["one", "two"]);
  });

  it("are not asked for again when their refusal comes after the sign-in", async () => {
    let refuse = () => {};
    const late = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    const answer = globalThis.fetch as unknown as (request: Request) => Promise<Response>;
    let held = false;
    vi.stubGlobal("fetch", async (request: Request) => {
      const sent = (await request.clone().json()) as { name: string };
      if (sent.name !== "late" || held) return answer(request);
      held = true;
      await late;
      return json(401, { detail: "Please sign in." });
    });
    const calls = [create("late"), create("early")];
    await vi.waitFor(() => expect(isShut()).toBe(true));
    signedIn = true;
    admit(person("asha"));
    refuse();
    await Promise.all(calls);
    expect(isShut()).toBe(false);
    expect(arrived).toEqual(["early", "late"]);
  });

  it("go on by themselves when it ended for a new password", async () => {
    let arrive = () => {};
    const way = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const answer = globalThis.fetch as unknown as (request: Request) => Promise<Response>;
    vi.stubGlobal("fetch", async (request: Request) => {
      if (!request.url.endsWith("/auth/password")) return answer(request);
      await way; // the old session is over, and the new one has not arrived
      signedIn = true;
      return json(200, { user: person("asha") });
    });
    const change = body(api.POST("/auth/password", { body: { new_password: "a new one" } }));
    const call = create("one");
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(isShut()).toBe(false);
    arrive();
    await Promise.all([change, call]);
    expect(arrived).toEqual(["one"]);
  });

  it("are asked for when the new password itself is refused", async () => {
    const change = body(api.POST("/auth/password", { body: { new_password: "a new one" } }));
    await vi.waitFor(() => expect(isShut()).toBe(true));
    giveUp();
    await expect(change).rejects.toMatchObject({ status: 401 });
  });

  it("are not sent in another person's name", async () => {
    const call = create("one");
    await vi.waitFor(() => expect(isShut()).toBe(true));
    signedIn = true;
    expect(admit(person("ravi"))).toBe(false);
    expect(isShut()).toBe(true);
    expect(arrived).toEqual([]);
    admit(person("asha"));
    await call;
    expect(arrived).toEqual(["one"]);
  });

  it("fail as they were answered when the person gives up", async () => {
    const call = create("one").catch((error: unknown) => error);
    await vi.waitFor(() => expect(isShut()).toBe(true));
    giveUp();
    expect(await call).toMatchObject({ status: 401, message: "Please sign in." });
    expect(isShut()).toBe(false);
  });

  it("fail at once where no dashboard is open, and when a password is wrong", async () => {
    const login = body(api.POST("/auth/login", { body: { email: "a@academy.test", password: "x" } }));
    await expect(login).rejects.toMatchObject({ status: 401 });
    expect(isShut()).toBe(false);
    leave();
    await expect(create("one")).rejects.toMatchObject({ status: 401 });
    expect(sessionEnded()).toBe(false);
  });
});
