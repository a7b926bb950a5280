import { expect, test, vi } from "vitest";
import { callSizes, replaceResumably } from "./resumable";
import * as session from "./session";

const MB = 1 << 20;

/** The bytes of each call in MiB, the last of which went so. */
function calls(...went: Parameters<ReturnType<typeof callSizes>>[0][]) {
  const next = callSizes();
  let offset = 0;
  return went.map((how) => {
    const bytes = next(how, offset);
    offset += bytes;
    return bytes / MB;
  });
}

test("calls grow on a good line to the parts of the server, and end where these do", () => {
  expect(calls("badly", "well", "well", "well", "well", "well")).toEqual([1, 2, 4, 1, 8, 8]);
});

test("an upload that is cancelled while the session is asked for ends", async () => {
  const controller = new AbortController();
  const asked = vi.spyOn(session, "requireSession").mockImplementation(async () => controller.abort());
  try {
    const { signal } = controller;
    const sent = replaceResumably("id", new File(["film"], "film.mp4"), { signal });
    await expect(sent).rejects.toThrow("This operation was aborted");
    expect(asked).toHaveBeenCalledOnce();
  } finally {
    asked.mockRestore();
  }
});

test("a slow line keeps its size; after a cut it is the smallest, also within a part", () => {
  expect(calls("badly", "slowly", "well", "slowly", "slowly")).toEqual([1, 1, 2, 2, 2]);
  const next = callSizes();
  next("well", MB);
  expect(next("well", 3 * MB)).toBe(4 * MB);
  expect(next("badly", 3.4 * MB)).toBe(MB);
  expect(next("well", 7.5 * MB)).toBe(0.5 * MB);
});
