/** Words within a line have no paragraphs; the editor knows nothing else. */
export const toEditor = (html: string) => (html === "" ? "" : `<p>${html}</p>`);

/** The HTML that the editor stores for words within a line, without paragraphs. */
export const fromEditor = (html: string, between = "<br>") =>
  html
    .replace(/<\/p>\s*<p[^>]*>/g, between)
    .replace(/<\/?p[^>]*>/g, "")
    .replace(/^(<br>)+|(<br>)+$/g, "");
