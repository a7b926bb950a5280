import { beforeEach, expect, it } from "vitest";
import { type Draft, draftsOf } from "./drafts";

interface Form {
  title: string;
}

const open = () => draftsOf<Form>("note", "asha", { title: "" });
const draft = (title: string, second: number): Draft<Form> => ({
  form: { title },
  revision: 1,
  copy: undefined,
  keptAt: `2026-11-23T12:00:0${second}Z`,
});

beforeEach(() => localStorage.clear());

it("keeps what each of eight windows puts aside, and takes away one at a time", () => {
  const windows = Array.from({ length: 8 }, open);
  for (const [n, window] of windows.entries()) window.stash("1", draft(`Of window ${n}`, 7 - n));
  const seen: string[] = [];
  for (let found = open().readStash("1"); found; found = open().readStash("1")) {
    seen.push(found.draft.form.title);
    open().dropStash(found.name);
  }
  expect(seen).toEqual(windows.map((_, n) => `Of window ${n}`));
});

it("keeps the same text once, and that of other documents and people apart", () => {
  open().stash("1", draft("Mine", 1));
  open().stash("1", draft("Mine", 2));
  open().stash("11", draft("Of another", 3));
  draftsOf<Form>("note", "ravi", { title: "" }).stash("1", draft("Of another person", 4));
  const found = open().readStash("1");
  expect(found?.draft.form.title).toBe("Mine");
  open().dropStash(found?.name ?? "");
  expect(open().readStash("1")).toBeNull();
  expect(open().readStash("11")?.draft.form.title).toBe("Of another");
});

it("goes on with what an earlier version of the dashboard has put aside", () => {
  localStorage.setItem("note-aside:asha:1", JSON.stringify(draft("Before", 1)));
  expect(open().readStash("1")?.draft.form.title).toBe("Before");
});
