import type { CSSProperties } from "react";

/** The attributes of the root element by which tokens.css knows the academy's own colours; none without such. */
export function accentAttributes({ light, dark }: { light: string; dark: string }): {
  "data-accent"?: string;
  style?: CSSProperties;
} {
  if (!light && !dark) return {};
  const style = { ...(light && { "--accent-light": light }), ...(dark && { "--accent-dark": dark }) } as CSSProperties;
  return { "data-accent": [light && "light", dark && "dark"].filter(Boolean).join(" "), style };
}
