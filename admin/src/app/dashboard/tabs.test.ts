import { expect, it } from "vitest";
import { movedTo, TABS } from "./tabs";

it("keeps the specification's eleven tabs in their order", () => {
  const eleven = ["home", "sections", "articles", "videos", "psi", "enrollments", "mentorship", "contacts"];
  eleven.push("notifications", "social", "settings");
  expect(TABS.map(({ id }) => id).filter((id) => eleven.includes(id))).toEqual(eleven);
});

it.each([
  ["tab=settings&view=pages&edit=7", "/admin/dashboard?tab=pages&edit=7"],
  ["tab=settings&view=menus", "/admin/dashboard?tab=menus"],
  ["tab=settings&view=lists", "/admin/dashboard?tab=lists"],
  ["tab=settings&view=trash", "/admin/dashboard?tab=trash"],
  ["tab=settings&view=team", null],
  ["tab=settings", null],
  ["tab=articles&view=pages", null],
])("leads from %s to %s", (query, address) => {
  expect(movedTo(new URLSearchParams(query))).toBe(address);
});
