import { describe, expect, it } from "vitest";
import { EMPTY, payloadOf, STEPS, stepOfError } from "./enrolment";

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
