/** Where the API is; the page says so where that is not at the site's own address. */
export const apiUrl = globalThis.document?.documentElement.dataset.api ?? "/api";
