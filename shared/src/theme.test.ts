// @vitest-environment jsdom
import { expect, test } from "vitest";
import { THEME_KEY, themeScript } from "./theme";

const shown = (persisted: boolean) => window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted }));

test("the page has the chosen theme from the first, and again when the browser brings it back", () => {
  const { dataset } = document.documentElement;
  localStorage.setItem(THEME_KEY, "dark");
  const script = document.createElement("script");
  script.textContent = themeScript;
  document.head.append(script);
  expect(dataset.theme).toBe("dark");
  // As the switch does it where nothing can be stored, also before the page has loaded.
  dataset.theme = "light";
  shown(false);
  expect(dataset.theme).toBe("light");
  shown(true);
  expect(dataset.theme).toBe("dark");
});

test("a preview has the theme that it says, whatever was chosen", () => {
  const { dataset } = document.documentElement;
  for (const [says, chosen] of [
    ["light", "dark"],
    ["dark", "light"],
  ] as const) {
    dataset.previewTheme = says;
    localStorage.setItem(THEME_KEY, chosen);
    const script = document.createElement("script");
    script.textContent = themeScript;
    document.head.append(script);
    expect(dataset.theme).toBe(says);
  }
  delete dataset.previewTheme;
});
