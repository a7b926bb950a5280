/** Where the reader's choice is kept; the admin uses the same place. */
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

export const showTheme = (theme: "light" | "dark") => show(theme, DARK_BAR_COLOUR);

/**
 * Runs before the first paint, so that nobody sees the wrong theme, and when the browser brings the page back as it was
 * left: another theme may have been chosen since.
 */
export const themeScript = `{const s=()=>{try{(${show})(localStorage.getItem("${THEME_KEY}")==="dark"?"dark":"light","${DARK_BAR_COLOUR}")}catch{}};s();addEventListener("pageshow",e=>e.persisted&&s())}`;
