import { expect, test } from "vitest";
import type { Media } from "@/api/types";
import { due, type Happened, isUnfinished, next, type Queue } from "./queue";

const files = (...names: string[]) =>
  names.map((name, index) => ({ id: index + 1, file: new File(["x"], name), what: "file" }));
const after = (...happened: Happened[]): Queue => happened.reduce<Queue>(next, []);
const added: Happened = { type: "added", items: files("a.jpg", "b.heic", "c.jpg", "d.jpg", "e.jpg") };
const states = (queue: Queue) => queue.map(({ state }) => state);
const began = (id: number, converts = false): Happened => ({ type: "began", id, converts });
const media = { id: "1", url: "/media/a.jpg" } as Media;

test("three files are on their way at a time, in their order", () => {
  expect(due(after(added)).map(({ id }) => id)).toEqual([1, 2, 3]);
  const two = after(added, began(1), began(2, true));
  expect(states(two)).toEqual(["sending", "converting", "waiting", "waiting", "waiting"]);
  expect(due(two).map(({ id }) => id)).toEqual([3]);
  expect(due(after(added, began(1), began(2), began(3)))).toEqual([]);
  expect(due(after(added, began(1), began(2), began(3), { type: "stored", id: 2, media })).map(({ id }) => id)).toEqual(
    [4],
  );
});

test("a part that is sent again takes nothing back", () => {
  const percent = (...steps: number[]) =>
    after(added, began(1), ...steps.map((percent): Happened => ({ type: "progressed", id: 1, percent })))[0]?.percent;
  expect(percent(30, 20)).toBe(30);
  expect(percent(30, 20, 45)).toBe(45);
});

test("a converted file is being sent as soon as something of it is on its way", () => {
  expect(after(added, began(2, true), { type: "progressed", id: 2, percent: 0 })[1]?.state).toBe("sending");
});

test("a failure says why; a retry waits for its turn and goes on where it was", () => {
  const failed = after(
    added,
    began(1),
    { type: "progressed", id: 1, percent: 40 },
    { type: "failed", id: 1, reason: "The picture is damaged.", cut: false },
  );
  expect(failed[0]).toMatchObject({ state: "failed", reason: "The picture is damaged." });
  expect(due(failed).map(({ id }) => id)).toEqual([2, 3, 4]);
  const [again] = next(failed, { type: "retried", id: 1 });
  expect(again).toMatchObject({ state: "waiting", percent: 40 });
  expect(again).not.toHaveProperty("reason");
});

test("what only lacked a connection goes on when there is one", () => {
  const failed = (id: number, cut: boolean): Happened => ({ type: "failed", id, reason: "No.", cut });
  const queue = after(added, began(1), began(2), failed(1, true), failed(2, false), { type: "connected" });
  expect(states(queue).slice(0, 2)).toEqual(["waiting", "failed"]);
});

test("a file that was removed stays away, whatever comes of it", () => {
  const queue = after(added, began(1), { type: "removed", id: 1 }, { type: "stored", id: 1, media });
  expect(queue.map(({ id }) => id)).toEqual([2, 3, 4, 5]);
  expect(due(queue).map(({ id }) => id)).toEqual([2, 3, 4]);
});

test("clearing leaves what is unfinished", () => {
  const queue = after(
    added,
    began(1),
    began(2),
    { type: "stored", id: 1, media },
    { type: "failed", id: 2, reason: "No.", cut: false },
    { type: "cleared" },
  );
  expect(queue.map(({ id }) => id)).toEqual([3, 4, 5]);
  expect(queue.every(isUnfinished)).toBe(true);
});
