import { chooseTheme, chosenTheme, showTheme, THEME_KEY } from "@academy/shared/theme";
import type { MantineColorSchemeManager } from "@mantine/core";

/** Keeps Mantine, the tokens and the public site on one theme, across open windows and pages that are gone back to. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let listening: AbortController | null = null;
  return {
    get: chosenTheme,
    set: (value) => chooseTheme(value === "dark" ? "dark" : "light"),
    subscribe: (onUpdate) => {
      const look = () => {
        const theme = chosenTheme();
        showTheme(theme);
        onUpdate(theme);
      };
      listening = new AbortController();
      const { signal } = listening;
      window.addEventListener("storage", ({ key }) => key === THEME_KEY && look(), { signal });
      window.addEventListener("pageshow", ({ persisted }) => persisted && look(), { signal });
    },
    unsubscribe: () => listening?.abort(),
    clear: () => chooseTheme("light"),
  };
}
