export type Theme = "light" | "dark";

/** The name under which the reader's choice is kept, for the site and the dashboard. */
export const THEME_KEY = "theme";

/** Of the browser's own bars: the ground of the top bar. The page says the first one; the dark theme puts its own before it. */
export const BAR_COLOUR = "#1c2046";
const DARK_BAR_COLOUR = "#232956";

/** Shows a theme. Runs as text before the first paint too, so it uses nothing from around it. */
function show(theme: string, darkBar: string) {
  document.documentElement.dataset.theme = theme;
  const old = document.getElementById("dark-bar");
  if (theme !== "dark") old?.remove();
  else if (!old) {
    const bar = document.createElement("meta");
    bar.id = "dark-bar";
    bar.name = "theme-color";
    bar.content = darkBar;
    document.head.prepend(bar);
  }
}

export const showTheme = (theme: Theme) => show(theme, DARK_BAR_COLOUR);

/** Shows a theme, here and on the pages that are opened next. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

/** The last choice: light, until there is one. */
export function chosenTheme(): Theme {
  try {
    return localStorage.getItem(THEME_KEY) === "dark" ? "dark" : "light";
  } catch {
    return "light";
  }
}

/**
 * Runs before the first paint, so that nobody sees the wrong theme, and when the browser brings the page back as it was
 * left: another theme may have been chosen since. A preview says itself which one it is shown in.
 */
export const themeScript = `{const s=()=>{try{(${show})((document.documentElement.dataset.previewTheme||localStorage.getItem("${THEME_KEY}"))==="dark"?"dark":"light","${DARK_BAR_COLOUR}")}catch{}};s();addEventListener("pageshow",e=>e.persisted&&s())}`;
