/** The files without which the first screen cannot be read: pages ask for them with themselves, not with the style sheet. */
export const interfaceFont = new URL("./fonts/anek-core.woff2", import.meta.url);
export const readingFont = new URL("./fonts/serif-core.woff2", import.meta.url);
