/**
 * Returns a style with writers' own colours as custom properties, from which colors.css derives readable colours for
 * each theme. Named colours are classes and stay.
 */
export const ownStyle = (style: string) => style.replace(/(?<=^|;\s*)(background-)?color:/g, "--$&");

/** Returns the HTML with such styles. */
export const withOwnColors = (html: string) =>
  html.replace(/(<[a-z][^>]*\sstyle=")([^"]*)/g, (_, tag: string, style: string) => tag + ownStyle(style));
