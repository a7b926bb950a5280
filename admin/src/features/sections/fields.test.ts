import { describe, expect, it } from "vitest";
import { fieldsOf } from "./fields";

const keys = (type: string) => fieldsOf(type).map((field) => field.key);
const longOnes = (type: string) =>
  fieldsOf(type)
    .filter((field) => field.long)
    .map((field) => field.key);

describe("the fields of a section", () => {
  it("are those of its type", () => {
    expect(keys("hero")).toEqual(["heading", "subheading", "description", "cta_text", "cta_link"]);
    expect(keys("why-choose")).toHaveLength(9);
    expect(keys("ncert-showcase")).toEqual([
      "label",
      "heading",
      "description",
      "button_text",
      "button_link",
      "youtube_url",
    ]);
    expect(keys("mission-vision")).toEqual(["mission_heading", "mission_text", "vision_heading", "vision_text"]);
  });

  it("are a heading and a description for any other", () => {
    expect(keys("success-stories")).toEqual(["heading", "description"]);
  });

  it.each(["constructor", "__proto__", "toString"])("are those of any other for a type named %s", (type) => {
    expect(keys(type)).toEqual(["heading", "description"]);
  });

  it("have several lines where texts are long", () => {
    expect(longOnes("why-choose")).toEqual([1, 2, 3, 4].map((card) => `card${card}_description`));
    expect(longOnes("mission-vision")).toEqual(["mission_text", "vision_text"]);
  });

  it("have labels a person can read", () => {
    expect(fieldsOf("why-choose")[1]?.label).toBe("Card 1 title");
    expect(fieldsOf("hero")[3]?.label).toBe("Button text");
  });
});
