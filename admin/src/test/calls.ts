import { setImmediate } from "node:timers/promises";
import { vi } from "vitest";

/** A call of the API that the dashboard has made. */
export interface Call {
  method: string;
  /** The path with its query, as /api/articles?limit=20. */
  path: string;
  headers: Headers;
  body: unknown;
  /** Of the answer, once there is one. */
  status?: number;
}

/** Answers a call. Undefined passes it on to the server; throwing breaks the connection. */
export type Reply = (call: Call) => Promise<Response | undefined> | Response | undefined;

const cut: Reply = () => {
  throw new TypeError("fetch failed");
};

/** An answer as the API gives it: a problem from 400 on. */
export const reply = (status: number, value?: unknown, headers: Record<string, string> = {}) =>
  new Response(value === undefined ? null : JSON.stringify(value), {
    status,
    headers: { "content-type": status < 400 ? "application/json" : "application/problem+json", ...headers },
  });

/** The dashboard's calls on their way to the server. They carry the cookies of jsdom. */
export class Calls {
  /** All that were made, in their order. */
  readonly made: Call[] = [];
  /** The calls that the server has not answered. */
  private readonly pending = new Set<Promise<Response>>();
  private replies: { method: string; path: RegExp; reply: Reply }[] = [];
  private readonly fetch = globalThis.fetch;

  constructor(private readonly origin: string) {
    vi.stubGlobal("fetch", (input: string | URL | Request, init?: RequestInit) => this.send(input, init));
  }

  /** Has calls answered by `reply` until the returned function is called; the latest such reply wins. */
  answer(method: string, path: RegExp, reply: Reply): () => void {
    const entry = { method, path, reply };
    this.replies.unshift(entry);
    return () => {
      this.replies = this.replies.filter((one) => one !== entry);
    };
  }

  /** Breaks the connection of calls until the returned function is called. */
  cut(method: string, path: RegExp): () => void {
    return this.answer(method, path, cut);
  }

  /** Keeps calls from reaching the server until `release` is called. */
  hold(method: string, path: RegExp): { release: () => void } {
    let release = () => {};
    const released = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined);
    });
    this.answer(method, path, () => released);
    return { release };
  }

  /** The calls made so far with this method and a path that matches. */
  of(method: string, path: RegExp): Call[] {
    return this.made.filter((call) => call.method === method && path.test(call.path));
  }

  /** Waits until the server has answered everything, also what is just being sent. */
  async answeredAll(): Promise<void> {
    do {
      for (let task = 0; task < 20; task++) await setImmediate();
      await Promise.allSettled(this.pending);
    } while (this.pending.size > 0);
  }

  private async send(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    // The dashboard names no server: this is the test's own call.
    if (typeof input === "string" && input.startsWith(this.origin)) return this.fetch(input, init);
    const address = typeof input === "string" ? new URL(input, window.location.href) : input;
    const request = new Request(address, { ...init, signal: null });
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const { pathname, search } = new URL(request.url);
    const bytes = request.method === "GET" || request.method === "HEAD" ? undefined : await request.arrayBuffer();
    const text = new TextDecoder().decode(bytes);
    const call: Call = { method: request.method, path: pathname + search, headers: request.headers, body: parse(text) };
    this.made.push(call);
    const aborted = new Promise<never>((_, reject) => {
      const abort = () => reject(signal?.reason ?? new DOMException("aborted", "AbortError"));
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort);
    });
    aborted.catch(() => {});
    const answer = await Promise.race([this.answered(call, bytes, signal), aborted]);
    call.status = answer.status;
    return answer;
  }

  private async answered(call: Call, bytes?: ArrayBuffer, signal?: AbortSignal | null): Promise<Response> {
    for (const { method, path, reply } of this.replies) {
      if (method !== call.method || !path.test(call.path)) continue;
      const made = await reply(call);
      if (made) return made;
    }
    signal?.throwIfAborted();
    const headers = new Headers(call.headers);
    headers.set("cookie", jsdom.cookieJar.getCookieStringSync(this.origin));
    headers.set("origin", this.origin);
    const asked = this.fetch(this.origin + call.path, { method: call.method, headers, body: bytes });
    this.pending.add(asked);
    const answer = await asked.finally(() => this.pending.delete(asked));
    for (const line of answer.headers.getSetCookie()) jsdom.cookieJar.setCookieSync(line, this.origin);
    return answer;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

declare global {
  /** The document's own jsdom, which vitest gives its tests. */
  var jsdom: {
    reconfigure(settings: { url: string }): void;
    cookieJar: {
      getCookieStringSync(url: string): string;
      setCookieSync(line: string, url: string): void;
      removeAllCookiesSync(): void;
    };
  };
}
