import { describe, expect, it } from "vitest";
import { typedOver, valuesOf } from "./texts";
import type { Field } from "./types";

const FIELDS: Field[] = ["heading", "lead", "note"].map((key) => ({ key, type: "text", name: key }));
const stored = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([key, content]) => [key, { id: key, content }]));

describe("texts that are restored below what is typed", () => {
  it("give way only where somebody has typed", () => {
    const before = stored({ heading: "Begin", lead: "As it became", note: "Kept" });
    const typed = { ...valuesOf(FIELDS, before), heading: "Begin today" };
    const now = stored({ heading: "Begin", lead: "As it was", note: "Kept" });
    expect(typedOver(FIELDS, before, typed, now)).toEqual({ heading: "Begin today", lead: "As it was", note: "Kept" });
  });

  it("are the site's own again where that was chosen, or is restored", () => {
    const before = stored({ heading: "Begin", lead: "Added later" });
    expect(typedOver(FIELDS, before, { lead: "Added later" }, stored({ heading: "Begin" }))).toEqual({});
  });
});
