import { expect, it } from "vitest";
import { turns } from "./turns";

it("turns are taken one after another, whatever becomes of those before", async () => {
  const done: string[] = [];
  const inTurn = turns();
  const fails = inTurn("1", async () => {
    await Promise.resolve();
    done.push("first");
    throw new Error("no");
  });
  const second = inTurn("1", async () => void done.push("second"));
  await expect(fails).rejects.toThrow("no");
  await second;
  expect(done).toEqual(["first", "second"]);
});

it("what hangs holds up nothing else", async () => {
  const inTurn = turns();
  void inTurn("1", () => new Promise(() => {}));
  expect(await inTurn("2", async () => "done")).toBe("done");
});
