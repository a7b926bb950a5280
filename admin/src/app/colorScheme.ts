import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";

/** The key the public site uses too: one choice for both. */
const KEY = "theme";

function read(): "light" | "dark" {
  try {
    return localStorage.getItem(KEY) === "dark" ? "dark" : "light";
  } catch {
    return "light";
  }
}

function show(value: MantineColorScheme) {
  document.documentElement.dataset.theme = value === "dark" ? "dark" : "light";
}

/** Keeps Mantine, the tokens and the public site on one theme, across open windows and pages that are gone back to. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let listening: AbortController | null = null;
  return {
    get: read,
    set: (value) => {
      show(value);
      try {
        localStorage.setItem(KEY, value);
      } catch {
        // Storage can be blocked; the choice then lasts until the page is left.
      }
    },
    subscribe: (onUpdate) => {
      const look = () => {
        const value = read();
        show(value);
        onUpdate(value);
      };
      listening = new AbortController();
      const { signal } = listening;
      window.addEventListener("storage", ({ key }) => key === KEY && look(), { signal });
      window.addEventListener("pageshow", ({ persisted }) => persisted && look(), { signal });
    },
    unsubscribe: () => listening?.abort(),
    clear: () => {
      try {
        localStorage.removeItem(KEY);
      } catch {
        // Nothing was stored then.
      }
    },
  };
}
