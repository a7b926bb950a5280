import { describe, expect, it } from "vitest";
import { isPublic, type Scheduled } from "@/editing/schedule";
import { inWords, publishes, standingOf, whatSavingDoes, whenEnded, whenPublic } from "./dates";

const now = new Date("2026-03-01T12:00:00");
const BEFORE = "2026-02-01T09:00";
const AFTER = "2026-12-03T10:00";

describe("what status and publish date mean", () => {
  it.each([
    ["published", "", "public as soon as it is saved"],
    ["published", "2026-02-01T09:00", "public as soon as it is saved"],
    ["published", "2026-03-01T12:01", "goes live automatically at that time"],
    ["draft", "2026-03-02T09:00", "once its status is Published"],
    ["draft", "", "Set a future time to publish later"],
    ["archived", "2026-03-02T09:00", "Set a future time to publish later"],
  ] as const)("%s, %j", (status, publish_date, sentence) => {
    expect(whenPublic({ status, publish_date }, now)).toContain(sentence);
  });
});

describe("what the unpublish date means", () => {
  it.each([
    ["published", "", "", "Empty: stays on the site once published"],
    ["draft", "", "", "Empty: stays on the site once published"],
    ["published", "", AFTER, "leaves the site automatically at that time"],
    ["published", AFTER, AFTER, "Choose a time after the publish date"],
    ["draft", AFTER, BEFORE, "Choose a time after the publish date"],
    ["published", "", BEFORE, "has ended. To bring it back, set a later time or none"],
    ["draft", "", AFTER, "A published article leaves the site then"],
    ["archived", "", BEFORE, "A published article has already ended"],
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

describe("what saving does", () => {
  const at = (status: "draft" | "published" | "archived", publish_date = "", unpublish_date = "") => ({
    status,
    publish_date,
    unpublish_date,
  });
  it.each([
    [at("draft"), null, "Stays a draft."],
    [at("draft"), at("draft"), "Stays a draft."],
    [at("draft"), at("archived"), "Becomes a draft."],
    [at("published"), null, "Goes live at once."],
    [at("published"), at("draft"), "Goes live at once."],
    [at("published"), at("published", BEFORE), "The changes go live at once."],
    [at("published", AFTER), null, "Goes live on 3 Dec 2026, 10:00."],
    [at("published", AFTER), at("published"), "Takes it off the site until 3 Dec 2026, 10:00."],
    [at("published", "", BEFORE), at("published", "", BEFORE), "Not on the site: its unpublish date has passed."],
    [at("draft"), at("published"), "Takes it off the site."],
    [at("archived"), at("published"), "Takes it off the site."],
    [at("archived"), at("archived"), "Stays archived."],
    [at("archived"), null, "Is archived, and not on the site."],
  ])("%j, stored as %j", (next, before, sentence) => {
    expect(whatSavingDoes(next, before, now)).toBe(sentence);
  });

  it("makes lists say that a published article waits or has ended", () => {
    expect(standingOf(at("published", AFTER), now)).toBe("scheduled");
    expect(standingOf(at("published", "", BEFORE), now)).toBe("ended");
    expect(standingOf(at("published", BEFORE, AFTER), now)).toBe("published");
    expect(standingOf(at("draft", AFTER), now)).toBe("draft");
  });
});

describe("saving while an earlier release is held", () => {
  const article = (status: Scheduled["status"], publish_date: string | null = null): Scheduled => ({
    status,
    publish_date,
  });
  it.each([
    [article("published"), null, true],
    [article("published", "2026-03-02T09:00"), null, true],
    [article("draft"), article("published"), true],
    [article("draft"), article("draft"), false],
    [article("archived"), null, false],
  ] as const)("%j after %j publishes: %s", (next, before, does) => expect(publishes(next, before, now)).toBe(does));
});
