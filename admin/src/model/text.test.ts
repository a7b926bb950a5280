import { describe, expect, it } from "vitest";
import { storedOf, valueIn } from "./text";
import type { Field, FieldType } from "./types";

const field = (type: FieldType, more: Partial<Field> = {}): Field => ({ key: "a", type, name: "A", ...more });

describe("page content is text, and a form holds values", () => {
  it.each<[FieldType, string, unknown]>([
    ["text", " as it is ", " as it is "],
    ["number", "12.5", 12.5],
    ["boolean", "true", true],
    ["boolean", "false", false],
    ["date", "2027-08-01", "2027-08-01"],
    ["link", "page:12", "page:12"],
    ["list", '[{"title":"One"}]', [{ title: "One" }]],
    ["image", '{"url":"/media/a.png","alt":"A map"}', { url: "/media/a.png", alt: "A map" }],
  ])("a %s %j", (type, content, value) => {
    expect(valueIn(field(type), { content })).toEqual(value);
    expect(storedOf(value)).toEqual({ content, empty: false });
  });

  it("a picture may be a plain address", () => {
    expect(valueIn(field("image"), { content: "/media/a.png" })).toEqual({ url: "/media/a.png", alt: "" });
  });

  it("a blank text shows the default, unless it is meant", () => {
    expect(valueIn(field("text"), undefined)).toBeUndefined();
    expect(valueIn(field("text"), { content: " " })).toBeUndefined();
    expect(valueIn(field("text"), { content: "", empty: true })).toBe("");
    expect(valueIn(field("list"), { content: "", empty: true })).toEqual([]);
    expect(storedOf(undefined)).toEqual({ content: "", empty: false });
    for (const nothing of ["", null, []]) expect(storedOf(nothing)).toEqual({ content: "", empty: true });
  });

  it("a list that cannot be read shows the default", () => {
    expect(valueIn(field("list"), { content: "[{" })).toBeUndefined();
  });
});
