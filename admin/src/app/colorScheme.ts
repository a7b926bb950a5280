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

/** Keeps Mantine, the tokens and the public site on the same theme, across open windows. */
export function colorSchemeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | null = null;
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
      listener = (event) => {
        if (event.key !== KEY) return;
        const value = read();
        show(value);
        onUpdate(value);
      };
      window.addEventListener("storage", listener);
    },
    unsubscribe: () => {
      if (listener) window.removeEventListener("storage", listener);
      listener = null;
    },
    clear: () => {
      try {
        localStorage.removeItem(KEY);
      } catch {
        // Nothing was stored then.
      }
    },
  };
}
