/** Addresses of other programs, where a request may have effects, and of files. */
const FOREIGN = ["/api/*", "/media/*", "/admin/*", "/auth", "/forgot-password", "/reset-password", "/blog/feed.xml"];

/** Has the browser fetch a page when somebody is about to follow a link to it (speculation rules). */
export const ahead = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: "/*" }, { not: { href_matches: FOREIGN } }] },
      eagerness: "moderate",
    },
  ],
});
