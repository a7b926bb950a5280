export const administrator = {
  name: "Test Editor",
  email: "editor@academy.test",
  password: "a long enough passphrase",
};

/** A running CMS; with its program an answer that nobody can explain comes with what was logged of it. */
export interface Served {
  url: string;
  program?: { lines: string[] };
}

/** The cookies that a call answers which signs somebody in. */
async function signedIn(product: Served, call: string, who: object, userAgent = ""): Promise<string> {
  const answer = await fetch(`${product.url}/api/auth/${call}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(userAgent && { "user-agent": userAgent }) },
    body: JSON.stringify(who),
  });
  if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  return cookies.join("; ");
}

/** The cookies of the administrator, who is made when there is none. */
export async function entered(product: Served): Promise<string> {
  const { email, password } = administrator;
  return signedIn(product, "login", { email, password }).catch(() => signedIn(product, "register", administrator));
}

/** A signed-in editor who uses the API without a browser. */
export class Editor {
  constructor(
    private readonly product: Served,
    private readonly cookie: string,
    private readonly password = administrator.password,
  ) {}

  /** The administrator: registers the first account, or signs in when it exists. */
  static async enter(product: Served): Promise<Editor> {
    return new Editor(product, await entered(product));
  }

  /** Begins a session by a call that signs somebody in, from a browser that names itself so. */
  static async begin(
    product: Served,
    call: "login" | "register",
    who: { password?: string; [more: string]: unknown },
    userAgent = "",
  ) {
    return new Editor(product, await signedIn(product, call, who, userAgent), who.password);
  }

  /** The session, for a browser. */
  cookies(): { name: string; value: string }[] {
    return this.cookie.split("; ").map((pair) => {
      const at = pair.indexOf("=");
      return { name: pair.slice(0, at), value: pair.slice(at + 1) };
    });
  }

  /**
   * Sends a request as this editor and returns the answer, whatever its status. Who signed in long ago confirms who they
   * are where a call asks for that.
   */
  async request(method: string, address: string, body?: object): Promise<Response> {
    const answer = await this.sent(method, address, body);
    if (answer.status !== 403 || !(await answer.clone().text()).includes('/confirm"')) return answer;
    await this.sent("POST", "/api/auth/confirm", { password: this.password });
    return this.sent(method, address, body);
  }

  private sent(method: string, address: string, body?: object): Promise<Response> {
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

  /** The log of the product about the request that a problem names. */
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
}
