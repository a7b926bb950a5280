import { expect, test } from "vitest";
import { languageOf } from "./language";

test("a text says its language by its script", () => {
  expect(languageOf("ಪಿಎಸ್ಐ ಪರೀಕ್ಷೆ")).toBe("kn");
  expect(languageOf("तैयारी का पहला महीना")).toBe("hi");
  expect(languageOf("UPSC: தமிழ்நாடு")).toBe("ta");
  expect(languageOf("مقابلہ جاتی امتحانات")).toBe("ur");
  expect(languageOf("প্রস্তুতি।")).toBe("bn");
  expect(languageOf("Reading NCERTs with a plan")).toBeUndefined();
  expect(languageOf("🎉")).toBeUndefined();
});
