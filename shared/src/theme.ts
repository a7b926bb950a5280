export type Theme = "light" | "dark";

/** The key under which the reader's choice is stored, for the site and the dashboard. */
export const THEME_KEY = "theme";

/** The colour of the browser's bars. The page names the first one; the dark theme adds its own before it. */
export const BAR_COLOUR = "#1c2046";
const DARK_BAR_COLOUR = "#232956";

/** Shows a theme. Its source runs before the first paint too, so it uses no other names of this module. */
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

/** Shows a theme, on this page and on later ones. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

/** Returns the last choice, or light. */
export function chosenTheme(): Theme {
  try {
    return localStorage.getItem(THEME_KEY) === "dark" ? "dark" : "light";
  } catch {
    return "light";
  }
}

/**
 * A script that runs before the first paint, so that nobody sees the wrong theme, and when the browser restores the
 * page from its cache, because another theme may have been chosen since. A preview sets its theme itself.
 */
export const themeScript = `{const s=()=>{try{(${show})((document.documentElement.dataset.previewTheme||localStorage.getItem("${THEME_KEY}"))==="dark"?"dark":"light","${DARK_BAR_COLOUR}")}catch{}};s();addEventListener("pageshow",e=>e.persisted&&s())}`;
