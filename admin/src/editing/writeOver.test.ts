import { ApiError } from "@academy/shared/api/errors";
import { expect, it, vi } from "vitest";
import { writeOver } from "./writeOver";

interface Link {
  url: string;
  order: number;
}
interface Stored extends Link {
  revision: number;
}

/** A document whose writes are refused where they name another revision. */
function server(stored: Stored) {
  const state = { stored };
  const write = vi.fn(async (changes: Partial<Link>, revision: number | undefined): Promise<Stored> => {
    if (revision !== undefined && revision !== state.stored.revision)
      throw new ApiError(412, { current: state.stored });
    state.stored = { ...state.stored, ...changes, revision: state.stored.revision + 1 };
    return state.stored;
  });
  const formOf = ({ url, order }: Stored): Link => ({ url, order });
  const now = ({ problem }: ApiError) => problem?.current as Stored;
  return { state, write, writing: { formOf, write, now } };
}

const begun = { url: "https://a.example", order: 1, revision: 1 };

it("a colleague's change of another field stays beside one's own", async () => {
  const { state, writing } = server({ ...begun, order: 2, revision: 3 });
  await writeOver(writing, { url: "https://b.example" }, begun, 1);
  expect(state.stored).toEqual({ url: "https://b.example", order: 2, revision: 4 });
});

it("a colleague's change of the same field is not overwritten, and is told", async () => {
  const theirs = { ...begun, url: "https://c.example", revision: 2 };
  const { state, writing } = server(theirs);
  const saving = writeOver(writing, { url: "https://b.example" }, begun, 1);
  await expect(saving).rejects.toMatchObject({ status: 412, problem: { current: theirs } });
  expect(state.stored).toEqual(theirs);
});

it("what a colleague has changed to the same is no conflict", async () => {
  const { writing } = server({ ...begun, url: "https://b.example", revision: 2 });
  await expect(writeOver(writing, { url: "https://b.example" }, begun, 1)).resolves.toMatchObject({ revision: 3 });
});

it("what was kept over an earlier revision than the one at hand is always asked about", async () => {
  const { state, writing } = server({ ...begun, order: 2, revision: 2 });
  const saving = writeOver(writing, { url: "https://b.example", order: 1 }, { ...begun, order: 2, revision: 2 }, 1);
  await expect(saving).rejects.toMatchObject({ status: 412 });
  expect(state.stored.order).toBe(2);
});

it("an overwriting one names no revision", async () => {
  const { state, write, writing } = server({ ...begun, url: "https://c.example", revision: 5 });
  await writeOver(writing, { url: "https://b.example" }, begun, undefined);
  expect(state.stored.url).toBe("https://b.example");
  expect(write).toHaveBeenCalledTimes(1);
});
