/** JSON for a script element. "<" is escaped so that no text of an editor can end the script or begin a comment. */
export const jsonLd = (graph: object[]): string =>
  JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replaceAll("<", "\\u003c");
