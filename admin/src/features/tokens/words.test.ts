import { expect, it } from "vitest";
import { expiryAfter, scopeWords } from "./words";

it("scopes are told in words", () => {
  expect(scopeWords(["content:read", "media:write"])).toBe("Read content, manage files");
  expect(scopeWords([])).toBe("");
});

it("a lifetime counts from now, and may have no end", () => {
  expect(expiryAfter("30", Date.parse("2026-01-15T09:30:00Z"))).toBe("2026-02-14T09:30:00.000Z");
  expect(expiryAfter("")).toBeNull();
});
