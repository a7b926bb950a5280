import { waitFor } from "@testing-library/dom";
import { beforeEach, expect, test, vi } from "vitest";
import { defaults, live } from "@/islands/testing";
import { drawDoughnut } from "./doughnut";
import { weightage } from "./fields";
import Weightage from "./Weightage";

// The chart of the police page, whose file is fetched when it comes into sight.

vi.mock("./doughnut", () => ({ drawDoughnut: vi.fn(() => () => {}) }));

let seen: (intersecting: boolean) => void = () => {};

beforeEach(() => {
  seen = () => {};
  vi.mocked(drawDoughnut).mockClear();
  class Sight {
    constructor(tell: IntersectionObserverCallback) {
      seen = (isIntersecting) =>
        tell([{ isIntersecting } as IntersectionObserverEntry], this as unknown as IntersectionObserver);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal("IntersectionObserver", Sight);
});

async function mounted(): Promise<void> {
  const before = seen;
  live(Weightage, { texts: defaults(weightage) });
  await waitFor(() => expect(seen).not.toBe(before));
}

test("it is drawn of the table's numbers when it comes into sight", async () => {
  await mounted();
  seen(false);
  await new Promise((done) => setTimeout(done));
  expect(drawDoughnut).not.toHaveBeenCalled();
  seen(true);
  await waitFor(() => expect(drawDoughnut).toHaveBeenCalledTimes(1));
  const [canvas, shares] = vi.mocked(drawDoughnut).mock.calls[0] ?? [];
  expect(canvas).toBe(document.querySelector("canvas[role=img]"));
  expect(shares?.slice(0, 2)).toEqual([
    { subject: "Science & Tech", percent: 15.6, words: "15.6%" },
    { subject: "Current Affairs", percent: 13, words: "13%" },
  ]);
  const rows = [...document.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual(shares?.map(({ subject, words }) => [subject, words]));
});

test("one that cannot be drawn, since its file is gone, asks for a fresh page", async () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  const renew = vi.fn();
  vi.stubGlobal("firstTouch", { renew });
  vi.mocked(drawDoughnut).mockImplementationOnce(() => {
    throw new TypeError("Failed to fetch dynamically imported module");
  });
  await mounted();
  seen(true);
  await waitFor(() => expect(renew).toHaveBeenCalledTimes(1));
  expect(said).toHaveBeenCalledTimes(1);
});
