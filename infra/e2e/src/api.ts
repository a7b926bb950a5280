import type { Schemas } from "@academy/shared/api/client";
import { eventually } from "./wait";

export const administrator = {
  name: "Test Editor",
  email: "editor@academy.test",
  password: "a long enough passphrase",
};

export type Article = Schemas["Article"];
export type PublishStatus = Schemas["PublishStatus"];

/** A running product; with its program an answer that nobody can explain comes with what was logged of it. */
interface Served {
  url: string;
  program?: { lines: string[] };
}

/** A signed-in editor who uses the API without a browser. */
export class Editor {
  private constructor(
    private readonly product: Served,
    private readonly cookie: string,
  ) {}

  /** Registers the first account, or signs in when it exists. */
  static async enter(product: Served): Promise<Editor> {
    const send = (call: string, body: object) =>
      fetch(`${product.url}/api/auth/${call}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    let answer = await send("login", { email: administrator.email, password: administrator.password });
    if (!answer.ok) answer = await send("register", administrator);
    if (!answer.ok) throw new Error(`cannot sign in: ${answer.status} ${await answer.text()}`);
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    return new Editor(product, cookie);
  }

  /** The session, for a browser. */
  cookies(): { name: string; value: string }[] {
    return this.cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1) };
    });
  }

  /** Sends a request as this editor and returns the answer, whatever its status. */
  request(method: string, address: string, body?: object): Promise<Response> {
    return fetch(this.product.url + address, {
      method,
      headers: { cookie: this.cookie, ...(body ? { "content-type": "application/json" } : {}) },
      body: body ? JSON.stringify(body) : undefined,
    });
  }

  /** As request, but any status other than 2xx is an error. */
  async call<T>(method: string, address: string, body?: object): Promise<T> {
    const answer = await this.request(method, address, body);
    const text = await answer.text();
    if (!answer.ok)
      throw new Error([`${method} ${address}: ${answer.status} ${text}`, ...this.logged(text)].join("\n"));
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** What the product has logged of the request that a problem names. */
  private logged(problem: string): string[] {
    const [, request] = /"request_id":"(\w+)"/.exec(problem) ?? [];
    return request ? (this.product.program?.lines.filter((line) => line.includes(request)) ?? []) : [];
  }

  /** Posts a multipart form; any status other than 2xx is an error. */
  async send<T>(address: string, form: FormData): Promise<T> {
    const answer = await fetch(this.product.url + address, {
      method: "POST",
      headers: { cookie: this.cookie },
      body: form,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`POST ${address}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }

  status(): Promise<PublishStatus> {
    return this.call("GET", "/api/publish/status");
  }

  /** Waits until what is live equals the content. */
  live(within?: number): Promise<PublishStatus> {
    return eventually(
      "everything is live",
      async () => {
        const status = await this.status();
        return status.state === "live" && status.content_fingerprint === status.live_fingerprint && status;
      },
      within,
    );
  }
}
