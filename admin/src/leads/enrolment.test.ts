import { describe, expect, it } from "vitest";
import { COURSES, EMPTY, labelOf, payloadOf, STEPS, searchedText, stepOfError } from "./enrolment";

describe("the enrolment wizard", () => {
  it("asks for every field once, in four steps", () => {
    expect(STEPS).toHaveLength(4);
    const names = STEPS.flatMap(({ fields }) => fields.map(({ name }) => name));
    expect([...names].sort()).toEqual(Object.keys(EMPTY).sort());
  });

  it("sends the amount as a number of rupees and leaves out what is empty", () => {
    expect(payloadOf({ ...EMPTY, fullName: "Asha", amount: "12000", pincode: "560001" })).toEqual({
      fullName: "Asha",
      email: "",
      phone: "",
      course: "",
      pincode: "560001",
      amount: 12000,
    });
  });

  it("leads back to the first step with something to correct", () => {
    expect(stepOfError({ amount: "?", batch: "?" })).toBe(1);
    expect(stepOfError({})).toBeNull();
  });
});

describe("courses", () => {
  it("are called by their names", () => {
    expect(labelOf(COURSES, "upsc-mains")).toBe("UPSC Mains");
    expect(labelOf(COURSES, "something-older")).toBe("something-older");
  });

  it("are found by what they are called", () => {
    for (const { value, label } of COURSES) expect(value).toContain(searchedText(label));
    expect(searchedText("upsc m")).toBe("upsc-m");
    expect(searchedText("Asha Rao")).toBe("Asha Rao");
  });
});
