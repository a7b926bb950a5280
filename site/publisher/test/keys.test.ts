import { expect, test } from "vitest";
import { Keys } from "../keys";

const secret = (text: string) => `whsec_${Buffer.from(text.padEnd(32, "x")).toString("base64")}`;
const [old, fresh, strange] = ["old", "fresh", "strange"].map(secret) as [string, string, string];

function arrives(from: string, at: string): boolean {
  const headers = new Keys(from).headers("msg_1", "{}");
  try {
    new Keys(at).verify(Buffer.from("{}"), headers);
    return true;
  } catch {
    return false;
  }
}

test.each([
  ["before a change", old, old, true],
  ["the sender knows the new key first", `${fresh},${old}`, old, true],
  ["the receiver knows the new key first", old, `${fresh}, ${old}`, true],
  ["both know both", `${fresh},${old}`, `${fresh},${old}`, true],
  ["the sender forgets the old key first", fresh, `${fresh},${old}`, true],
  ["the receiver forgets the old key first", `${fresh},${old}`, fresh, true],
  ["the old key is over", old, fresh, false],
  ["somebody else's key", strange, `${fresh},${old}`, false],
])("%s", (_, from, at, arrived) => {
  expect(arrives(from, at)).toBe(arrived);
});

test.each(["", " , ", "whsec_", "whsec_c2hvcnQ=", secret("x").slice(6), `${fresh},whsec_c2hvcnQ=`])(
  "%j is refused",
  (text) => {
    expect(() => new Keys(text)).toThrow();
  },
);
