import { MantineProvider } from "@mantine/core";
import { act, fireEvent, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { ConfirmProvider } from "./confirm";
import { toast } from "./toasts";
import { type Outcome, useAction } from "./useAction";

beforeAll(() => {
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
});
beforeEach(() => {
  for (const kind of ["success", "failure"] as const) vi.spyOn(toast, kind).mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

const wrapper = ({ children }: { children: ReactNode }) => (
  <MantineProvider env="test">
    <ConfirmProvider>{children}</ConfirmProvider>
  </MantineProvider>
);

it.each([
  ["Cancel", "cancelled", 0],
  ["Delete", "done", 1],
] as const)("%s: %s", async (answer, outcome, times) => {
  const run = vi.fn(async () => {});
  const { result } = renderHook(useAction, { wrapper });
  let did: Promise<Outcome> | undefined;
  act(() => {
    did = result.current.act({
      question: { message: "Delete it?", confirm: "Delete" },
      run,
      done: "Deleted",
      failed: "Failed to delete",
    });
  });
  fireEvent.click(await screen.findByRole("button", { name: answer }));
  await act(async () => expect(await did).toBe(outcome));
  expect(run).toHaveBeenCalledTimes(times);
  expect(toast.success).toHaveBeenCalledTimes(times);
});

it("a failure is told, and the button can be pressed again", async () => {
  const error = new Error("away");
  const { result } = renderHook(useAction, { wrapper });
  await act(async () =>
    expect(await result.current.act({ run: () => Promise.reject(error), failed: "Failed to save" })).toBe("failed"),
  );
  expect(toast.failure).toHaveBeenCalledWith("Failed to save", error);
  expect(result.current.busy).toBe(false);
});
