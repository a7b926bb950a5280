import { body, page, TIMEOUT_SECONDS } from "@academy/shared/api/client";
import { ApiError, messageOf, NetworkError, reasonOf } from "@academy/shared/api/errors";
import { afterEach, describe, expect, it, vi } from "vitest";
import { api, ifMatch } from "./client";

const answer = (status: number, value: unknown, headers: Record<string, string> = {}) =>
  vi.stubGlobal(
    "fetch",
    async () =>
      new Response(value === undefined ? null : JSON.stringify(value), {
        status,
        headers: { "Content-Type": status < 400 ? "application/json" : "application/problem+json", ...headers },
      }),
  );

afterEach(() => vi.unstubAllGlobals());

describe("calls", () => {
  it("fail with the problem the server describes", async () => {
    answer(422, {
      status: 422,
      detail: "Check the title.",
      errors: [{ location: "body.title", message: "Too long." }],
    });
    const failure = await body(api.GET("/settings")).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiError);
    expect(messageOf(failure)).toBe("Check the title.");
    expect((failure as ApiError).fieldErrors()).toEqual({ title: "Too long." });
    expect(reasonOf(failure)).toBe("Check the title.");
  });

  it("give every reason when there are several", async () => {
    answer(422, {
      status: 422,
      detail: "Several fields need another look.",
      errors: [
        { location: "body.url", message: "enter an https address" },
        { location: "body.color", message: "Choose a colour." },
      ],
    });
    const failure = await body(api.GET("/settings")).catch((error: unknown) => error);
    expect(reasonOf(failure)).toBe("Enter an https address. Choose a colour.");
  });

  it("name the host when nobody answers", async () => {
    vi.stubGlobal("fetch", async () => {
      throw new TypeError("Failed to fetch");
    });
    const failure = await body(api.GET("/settings")).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(NetworkError);
    expect(messageOf(failure)).toBe(
      `Cannot connect to backend server at ${window.location.host}. Please check if the backend is running.`,
    );
  });

  it.each(["its answer", "the rest of its answer"])("end when %s does not come", async (what) => {
    vi.useFakeTimers();
    vi.stubGlobal("fetch", (_: Request, { signal }: RequestInit) => {
      const rest = new ReadableStream({
        start: (stream) => signal?.addEventListener("abort", () => stream.error(signal.reason)),
      });
      if (what !== "its answer") return Promise.resolve(new Response(rest));
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    });
    const failure = body(api.PUT("/settings", { body: { academy_name: "Adhva" } })).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(TIMEOUT_SECONDS * 1000);
    vi.useRealTimers();
    expect(await failure).toBeInstanceOf(NetworkError);
    expect(messageOf(await failure)).toBe("The server did not answer within 30 seconds. Try again.");
  });

  it("read how many there are in all from the header", async () => {
    answer(200, [], { "X-Total-Count": "50000" });
    expect(await page(api.GET("/articles"))).toEqual({ items: [], total: 50000 });
  });
});

describe("If-Match", () => {
  it("is the quoted revision, or nothing to overwrite", () => {
    expect(ifMatch(7)).toEqual({ "If-Match": '"7"' });
    expect(ifMatch(undefined)).toEqual({});
  });
});
