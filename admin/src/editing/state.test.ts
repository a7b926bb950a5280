import { NetworkError } from "@academy/shared/api/errors";
import { expect, it } from "vitest";
import type { WorkingCopy } from "./kind";
import { type Event, initial, isDirty, isSame, type Phase, phaseOf, reduce, type State } from "./state";

interface Form {
  title: string;
  text: string;
}
interface Note extends Form {
  id: string;
  revision: number;
}

const kind = {
  empty: { title: "", text: "" },
  idOf: ({ id }: Note) => id,
  formOf: ({ title, text }: Note) => ({ title, text }),
};
const merging = { ...kind, merges: true as const };

const note = (revision: number, title = "As stored", text = ""): Note => ({ id: "1", revision, title, text });
const copyOf = (title: string, version = 1): WorkingCopy<Form> => ({
  form: { title, text: "" },
  version,
  over: 1,
  savedAt: "2026-11-23T12:00:00Z",
  savedBy: "Asha",
  publishAt: null,
  refused: undefined,
  changedSince: [],
});
const draft = (title: string, revision: number | null = 1) => ({
  form: { title, text: "" },
  revision,
  keptAt: "2026-11-23T12:00:00Z",
});
const after = (events: readonly Event<Note, Form>[], of: typeof kind | typeof merging = kind) =>
  events.reduce((state: State<Note, Form>, event) => reduce(of, state, event), initial(of, "1"));

const loaded: Event<Note, Form> = { type: "opened", id: "1", stored: note(1), copy: null, draft: null };
const typed = (title: string, text = ""): Event<Note, Form> => ({ type: "typed", form: { title, text } });
const copied = (title: string): Event<Note, Form> => ({ type: "copySaved", copy: copyOf(title) });
const refused: Event<Note, Form> = {
  type: "refused",
  conflict: {
    theirs: { stored: note(2, "Theirs"), form: { title: "Theirs", text: "" }, at: null, by: "Ravi" },
    options: { stay: true },
  },
};

// The table of docs/editing.md.
it.each<[phase: Phase, of: string, events: readonly Event<Note, Form>[], now?: { saving?: true; failure?: unknown }]>([
  ["loading", "what is not read yet", []],
  ["loading", "another document", [loaded, { type: "loadBegan", id: "2" }]],
  ["clean", "the same document that is read again", [loaded, { type: "loadBegan", id: "1" }]],
  ["clean", "what is as the server has it", [loaded]],
  ["clean", "what has a working copy", [{ ...loaded, copy: copyOf("Kept") } as Event<Note, Form>]],
  ["restored", "a draft of this device", [{ ...loaded, draft: draft("Typed") } as Event<Note, Form>]],
  [
    "clean",
    "a draft that was given up",
    [{ ...loaded, draft: draft("Typed") } as Event<Note, Form>, { type: "givenUp" }],
  ],
  ["dirty", "what was typed", [loaded, typed("Typed")]],
  ["clean", "what was typed and taken back", [loaded, typed("Typed"), typed("As stored")]],
  ["clean", "what was typed and kept", [loaded, typed("Typed"), copied("Typed")]],
  ["dirty", "what was typed on while it was kept", [loaded, typed("Typed on"), copied("Typed")]],
  ["saving", "a save under way", [loaded, typed("Typed")], { saving: true }],
  ["clean", "a save of what is stored already", [loaded], { saving: true }],
  ["offline", "a save that did not arrive", [loaded, typed("Typed")], { failure: new NetworkError(null) }],
  ["dirty", "a save that was refused for what it is", [loaded, typed("Typed")], { failure: new Error("too long") }],
  [
    "saved",
    "a save",
    [loaded, typed("Typed"), { type: "saved", stored: note(2, "Typed"), sent: { title: "Typed", text: "" } }],
  ],
  [
    "dirty",
    "what was typed during a save",
    [loaded, typed("Typed on"), { type: "saved", stored: note(2, "Typed"), sent: { title: "Typed", text: "" } }],
  ],
  ["saved", "a draft that was saved", [loaded, typed("Typed"), copied("Typed"), { type: "draftSaved" }]],
  ["conflicted", "somebody else's save", [loaded, typed("Typed"), refused]],
  ["conflicted", "the same, while a save is under way", [loaded, typed("Typed"), refused], { saving: true }],
  ["dirty", "a conflict that was closed", [loaded, typed("Typed"), refused, { type: "conflictClosed" }]],
  [
    "conflicted",
    "somebody else's working copy",
    [loaded, typed("Typed"), { type: "copyOvertaken", by: copyOf("Theirs", 2) }],
  ],
  ["conflicted", "one that somebody removed", [loaded, typed("Typed"), { type: "copyOvertaken", by: null }]],
  [
    "clean",
    "one that was one's own, whose answer was lost",
    [
      loaded,
      typed("Typed"),
      { type: "copyOvertaken", by: copyOf("Typed", 2) },
      { type: "recognized", copy: copyOf("Typed", 2) },
    ],
  ],
  ["clean", "changes that were discarded", [loaded, typed("Typed"), copied("Typed"), { type: "copyDiscarded" }]],
])("%s is %s", (phase, _, events, now = {}) => {
  expect(phaseOf(kind, after(events), { saving: false, failure: null, ...now })).toBe(phase);
});

it("a save goes over the revision that what is typed was begun over", () => {
  expect(after([loaded]).over).toBe(1);
  expect(after([{ ...loaded, stored: note(5), draft: draft("Typed", 3) } as Event<Note, Form>]).over).toBe(3);
  expect(after([{ ...loaded, stored: note(5), copy: copyOf("Kept") } as Event<Note, Form>]).over).toBe(1);
  const given = after([
    { ...loaded, stored: note(5), draft: draft("Typed", 3) } as Event<Note, Form>,
    { type: "givenUp" },
  ]);
  expect(given.over).toBe(5);
});

it("no letter that was typed during a save is lost, and where saves merge the others' fields come in", () => {
  const events: Event<Note, Form>[] = [
    loaded,
    typed("Typed on"),
    { type: "saved", stored: note(2, "Typed", "Theirs"), sent: { title: "Typed", text: "" } },
  ];
  expect(after(events).form).toEqual({ title: "Typed on", text: "" });
  expect(after(events, merging).form).toEqual({ title: "Typed on", text: "Theirs" });
  expect(isDirty(merging, after(events, merging))).toBe(true);
});

it("what somebody else has saved leaves the form alone until one of the two is chosen", () => {
  const state = after([loaded, typed("Mine"), refused]);
  expect(state.form.title).toBe("Mine");
  expect(after([loaded, typed("Mine"), refused, { type: "reverted" }]).form.title).toBe("As stored");
});

it("a form whose working copy somebody else has replaced or removed is not saved, unless the document has it", () => {
  const saved = [loaded, typed("Mine"), copied("Mine")];
  for (const by of [copyOf("Theirs", 2), null]) {
    const overtaken: Event<Note, Form> = { type: "copyOvertaken", by };
    expect(isDirty(kind, after([...saved, overtaken]))).toBe(true);
    const stored: Event<Note, Form> = { type: "saved", stored: note(2, "Mine"), sent: { title: "Mine", text: "" } };
    expect(isDirty(kind, after([...saved, overtaken, stored]))).toBe(false);
  }
});

it("forms are the same that would save the same", () => {
  const written = ({ title }: Form) => ({ title: title.trim() });
  expect(isSame({ written }, { title: "A", text: "x" }, { title: " A ", text: "y" })).toBe(true);
  expect(isSame({ written }, { title: "A", text: "" }, { title: "B", text: "" })).toBe(false);
  expect(isSame({}, { title: "A", text: "x" }, { title: "A", text: "y" })).toBe(false);
});

it("a draft of this device is what one gives up, and what was kept before is not", () => {
  const state = after([
    { ...loaded, copy: copyOf("Kept"), draft: draft("Typed") } as Event<Note, Form>,
    { type: "givenUp" },
  ]);
  expect([state.form.title, state.restored]).toEqual(["Kept", null]);
});
