import { connect } from "@academy/shared/api/client";

/** The address of the API; the page names it unless the site itself has it. */
export const apiUrl = globalThis.document?.documentElement.dataset.api ?? "/api";

/** A preview shows what it was rendered from, and may call nothing: its policy would refuse that on the console. */
const previewed = globalThis.location?.pathname.startsWith("/api/preview/");
const refuse = async () => Response.json({ detail: "This is a preview: nothing is sent." }, { status: 404 });

/** A client of its own for the API at this base address. It sends no credentials unless a call asks for it. */
export const connectTo = (baseUrl: string) =>
  connect({ baseUrl, credentials: "omit", cache: "no-cache", fetch: previewed ? refuse : undefined });

/** The API, as `connectTo` gives it. */
export const api = connectTo(apiUrl);
