/** Where the reader's choice is kept; the admin uses the same place. */
export const THEME_KEY = "theme";

/** Runs before the first paint, so that nobody sees the wrong theme. */
export const themeScript = `try{document.documentElement.dataset.theme=localStorage.getItem("${THEME_KEY}")==="dark"?"dark":"light"}catch{}`;
