import { connect } from "@academy/shared/api/client";

/** Where the API is; the page says so where that is not at the site's own address. */
export const apiUrl = globalThis.document?.documentElement.dataset.api ?? "/api";

/** A client of its own for the API at this base address. It sends no credentials unless a call asks for it. */
export const connectTo = (baseUrl: string) => connect({ baseUrl, credentials: "omit", cache: "no-cache" });

/** The API, as `connectTo` gives it. */
export const api = connectTo(apiUrl);
