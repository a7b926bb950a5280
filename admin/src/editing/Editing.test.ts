import { expect, it } from "vitest";
import { Editing } from "./Editing";
import type { ListedKind } from "./kind";

interface Text {
  text: string;
  revision?: number;
}

const TEXTS: ListedKind<Text, Text> = {
  what: "texts",
  collection: "page-content",
  empty: { text: "" },
  idOf: () => "psi",
  formOf: (stored) => stored,
  save: async (_, form) => form,
  failed: () => "",
  stays: true,
};

it("two forms of one document take turns, also where their drafts have other names", async () => {
  const ran: string[] = [];
  const [one, other] = [TEXTS, { ...TEXTS, what: "PSI texts", drafts: "psi" }].map((kind) => {
    const editing = new Editing<Text, Text>(kind, "psi", "asha");
    editing.open({ text: "" }, null, "psi");
    return editing;
  });
  let answer = () => {};
  const first = one?.inTurn(async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    ran.push("first");
  });
  const second = other?.inTurn(async () => void ran.push("second"));
  // A call that does not wait for the first has run by then.
  await other?.writesOf("another");
  answer();
  await Promise.all([first, second]);
  expect(ran).toEqual(["first", "second"]);
});
