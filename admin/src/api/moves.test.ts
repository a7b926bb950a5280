import { ApiError } from "@academy/shared/api/errors";
import { expect, it } from "vitest";
import { sendMove } from "./moves";

type Entry = { id: string; revision: number };

/** A server with a list, of which an entry is moved over its revision. */
function server(list: Entry[]) {
  const state = { list, sent: [] as string[] };
  const put = (to: number) => async (entry: Entry) => {
    state.sent.push(`${entry.id}@${entry.revision}`);
    const stored = state.list.find(({ id }) => id === entry.id);
    if (stored?.revision !== entry.revision) throw new ApiError(412, { current: state.list } as object);
    state.list = state.list.filter((each) => each !== stored);
    state.list.splice(to, 0, stored);
    state.list = state.list.map((each, at) =>
      list[at]?.id === each.id ? each : { ...each, revision: each.revision + 1 },
    );
  };
  return { state, put, order: () => state.list.map(({ id }) => id).join("") };
}

const entries = (...ids: string[]) => ids.map((id) => ({ id, revision: 1 }));

it("moves an entry over what somebody else has moved elsewhere", async () => {
  const seen = entries("a", "b", "c", "d");
  const { state, put, order } = server(entries("a", "b", "d", "c"));
  await sendMove("list", seen, 0, put(1));
  expect([order(), state.sent]).toEqual(["badc", ["a@1"]]);
});

it("moves an entry whose words somebody else has changed, over those", async () => {
  const seen = entries("a", "b");
  const { state, put, order } = server([
    { id: "a", revision: 7 },
    { id: "b", revision: 1 },
  ]);
  await sendMove("list", seen, 0, put(1));
  expect([order(), state.sent]).toEqual(["ba", ["a@1", "a@7"]]);
});

it("moves nothing that somebody else has moved, and fails with the list of now", async () => {
  const seen = entries("a", "b");
  const { put, order } = server([
    { id: "b", revision: 2 },
    { id: "a", revision: 2 },
  ]);
  const moving = sendMove("list", seen, 0, put(1));
  await expect(moving).rejects.toMatchObject({ status: 412 });
  expect(order()).toBe("ba");
});

it("sends the moves of a list one after another", async () => {
  const { put, order, state } = server(entries("a", "b", "c"));
  const first = sendMove("list", entries("a", "b", "c"), 0, put(1));
  const second = sendMove("list", entries("b", "a", "c"), 1, put(2));
  await Promise.all([first, second]);
  expect([order(), state.sent]).toEqual(["bca", ["a@1", "a@1", "a@2"]]);
});
