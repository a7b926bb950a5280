import { expect, test } from "vitest";
import { followed, shown } from "./social";

const link = (platform: string, visible = true) => ({
  platform,
  url: `https://${platform}.example`,
  color: "#667eea",
  visible,
});

test("only visible links are shown, in their order", () => {
  expect(shown([link("YouTube"), link("Facebook", false), link("Telegram")]).map((l) => l.platform)).toEqual([
    "YouTube",
    "Telegram",
  ]);
});

test("the top bar follows one messaging, one photo and one video platform", () => {
  const all = [link("YouTube"), link("LinkedIn"), link("WhatsApp"), link("Telegram"), link("Instagram")];
  expect(followed(all).map((l) => l.platform)).toEqual(["Telegram", "Instagram", "YouTube"]);
});

test("what is missing or invisible is left out", () => {
  expect(followed([link("WhatsApp"), link("Instagram", false)]).map((l) => l.platform)).toEqual(["WhatsApp"]);
  expect(followed([])).toEqual([]);
});
