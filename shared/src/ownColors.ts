/**
 * A style in which the colours that writers mixed themselves are custom properties: from these colors.css makes what can
 * be read in each theme. Colours that have a name are classes and stay.
 */
export const ownStyle = (style: string) => style.replace(/(?<=^|;\s*)(background-)?color:/g, "--$&");

/** HTML with such styles. */
export const withOwnColors = (html: string) =>
  html.replace(/(<[a-z][^>]*\sstyle=")([^"]*)/g, (_, tag: string, style: string) => tag + ownStyle(style));
