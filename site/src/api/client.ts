/** What the API answered when it did not do what was asked. `message` is fit to be shown. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    detail: string,
  ) {
    super(detail);
  }
}

async function call<T>(url: string, init: RequestInit): Promise<T> {
  const response = await fetch(url, init);
  if (!response.ok) {
    const problem = (await response.json().catch(() => null)) as { detail?: string } | null;
    throw new ApiError(response.status, problem?.detail ?? `The server answered ${response.status}.`);
  }
  return (response.status === 204 ? undefined : await response.json()) as T;
}

/** GETs JSON. Sends no credentials unless asked to. Throws ApiError, or TypeError when the API cannot be reached. */
export const getJSON = <T>(url: string, init: RequestInit = {}) => call<T>(url, { credentials: "omit", ...init });

/** POSTs JSON and gives the answer. Throws like getJSON. */
export const postJSON = <T>(url: string, body: unknown, init: RequestInit = {}) =>
  call<T>(url, {
    method: "POST",
    credentials: "omit",
    headers: { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
    ...init,
  });
