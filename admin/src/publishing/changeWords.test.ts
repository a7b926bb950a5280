import { expect, it } from "vitest";
import type { Change } from "@/api/types";
import type { ContentModel } from "@/model/types";
import { lineOf, peopleOf, placeOfTexts, sentenceOf } from "./changeWords";

const change = (over: Partial<Change>): Change => ({
  kind: "articles",
  id: "a1",
  title: "Mock test calendar",
  action: "edited",
  scheduled: false,
  by: ["Asha"],
  ...over,
});
const settings = change({ kind: "settings", id: "", title: "" });
const set = (changes: Change[] | null, people = ["Asha"], content_change_count = changes?.length ?? 0) => ({
  changes,
  people,
  content_change_count,
});

it.each([
  [set([change({})]), "Mock test calendar edited by Asha"],
  [set([change({ action: "added" })]), "Mock test calendar published by Asha"],
  [set([change({ action: "removed", by: [] })], []), "Mock test calendar taken off the site"],
  [set([change({ action: "added", scheduled: true, by: [] })], []), "Mock test calendar published as scheduled"],
  [set([change({ kind: "settings", title: "", by: [] })], ["Asha", "Ravi"]), "Settings edited by Asha and Ravi"],
  [set([settings], ["Asha", "Ravi"]), "Settings edited by Asha"],
  [set([change({ kind: "sections", title: "Hero", action: "moved" })]), "Section Hero moved by Asha"],
  [set([change({ kind: "page_content", id: "home/hero", title: "" })]), "Texts of Hero, home page edited by Asha"],
  [
    set([change({}), change({ id: "a2", action: "added" }), change({ id: "a3" }), settings], ["Asha", "Ravi"]),
    "3 articles and the settings changed by Asha and Ravi",
  ],
  [
    set([change({ action: "removed" }), change({ id: "a2", action: "removed" })]),
    "2 articles taken off the site by Asha",
  ],
  [set([settings, change({ kind: "videos", id: "v" })]), "The settings and 1 video edited by Asha"],
  [set([change({})], ["Asha"], 1200), "1,200 changes by Asha"],
  [set([]), ""],
  [set(null), ""],
])("%j", (changes, sentence) => expect(sentenceOf(changes)).toBe(sentence));

it("a line tells one change", () => {
  expect(lineOf(change({ by: ["Asha", "a former member"] }))).toBe(
    "Mock test calendar, edited by Asha and a former member",
  );
  expect(lineOf(change({ kind: "social_links", title: "Telegram", action: "added", by: [] }))).toBe(
    "Social link Telegram, added",
  );
});

it("many people are two and a number", () => {
  expect(peopleOf(["A", "B", "C"])).toBe("A, B and C");
  expect(peopleOf(["A", "B", "C", "D"])).toBe("A, B and 2 others");
});

it("texts have a place", () => {
  expect(placeOfTexts("home/why-choose")).toBe("Why choose, home page");
  const model: ContentModel = {
    version: "1",
    fallback: "plain",
    routes: [],
    menus: [],
    blocks: [{ type: "why-choose", name: "Why choose us", description: "", fields: [] }],
    pages: [
      { page: "chrome", name: "Every page", sections: [{ section: "topbar", name: "Top bar", fields: [] }] },
      { page: "adhva-vibes-psi", name: "PSI", route: "/adhva-vibes-psi", sections: [] },
    ],
  };
  expect(placeOfTexts("adhva-vibes-psi", model)).toBe("PSI");
  expect(placeOfTexts("chrome/topbar", model)).toBe("Top bar, Every page");
  expect(placeOfTexts("chrome/gone", model)).toBe("gone, Every page");
  expect(placeOfTexts("home/why-choose", model)).toBe("Why choose us, home page");
  expect(placeOfTexts("home/own", model)).toBe("Own, home page");
  expect(placeOfTexts("former-page", model)).toBe("Former page page");
  expect(lineOf(change({ kind: "page_content", id: "chrome/topbar", title: "" }), model)).toBe(
    "Texts of Top bar, Every page, edited by Asha",
  );
});
