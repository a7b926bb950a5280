import { describe, expect, it } from "vitest";
import { inWords, isPublic, whenEnded, whenPublic } from "./dates";

const now = new Date("2026-03-01T12:00:00");
const BEFORE = "2026-02-01T09:00";
const AFTER = "2026-12-03T10:00";

describe("what status and publish date mean", () => {
  it.each([
    ["published", "", "public as soon as it is saved"],
    ["published", "2026-02-01T09:00", "public as soon as it is saved"],
    ["published", "2026-03-01T12:01", "goes live by itself at that time"],
    ["draft", "2026-03-02T09:00", "Once its status is Published, it goes live by itself"],
    ["draft", "", "A later one makes a published article wait"],
    ["archived", "2026-03-02T09:00", "A later one makes a published article wait"],
  ] as const)("%s, %j", (status, publish_date, sentence) => {
    expect(whenPublic({ status, publish_date }, now)).toContain(sentence);
  });
});

describe("what the unpublish date means", () => {
  it.each([
    ["published", "", "", "Empty: a published article stays"],
    ["draft", "", "", "Empty: a published article stays"],
    ["published", "", AFTER, "leaves the site by itself at that time"],
    ["published", AFTER, AFTER, "must lie after the publish date"],
    ["draft", AFTER, BEFORE, "must lie after the publish date"],
    ["published", "", BEFORE, "has ended: a later time, or none, brings it back"],
    ["draft", "", AFTER, "A published article leaves the site then"],
    ["archived", "", BEFORE, "A published article has ended by now"],
  ] as const)("%s, from %j, until %j", (status, publish_date, unpublish_date, sentence) => {
    expect(whenEnded({ status, publish_date, unpublish_date }, now)).toContain(sentence);
  });

  it("is told beside the publish date, too", () => {
    expect(whenPublic({ status: "published", publish_date: "", unpublish_date: BEFORE }, now)).toContain(
      "was public until its unpublish date",
    );
  });
});

describe("an article's dates in words", () => {
  it.each([
    ["published", null, null, "", true],
    ["published", null, undefined, "", true],
    ["published", BEFORE, AFTER, "Published until 3 Dec 2026, 10:00", true],
    ["published", AFTER, null, "Goes live 3 Dec 2026, 10:00", false],
    ["published", AFTER, "2026-12-04T18:30", "Goes live 3 Dec 2026, 10:00, until 4 Dec 2026, 18:30", false],
    ["published", null, BEFORE, "Ended 1 Feb 2026", false],
    ["published", null, "2026-03-01T12:00:00", "Ended 1 Mar 2026", false],
    ["draft", null, AFTER, "", false],
    ["archived", null, BEFORE, "", false],
  ] as const)("%s, from %j, until %j: %j", (status, publish_date, unpublish_date, words, seen) => {
    const article = { status, publish_date, unpublish_date };
    expect(inWords(article, now)).toBe(words);
    expect(isPublic(article, now)).toBe(seen);
  });
});
