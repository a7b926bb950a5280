import { ApiError } from "@academy/shared/api/errors";
import { MantineProvider } from "@mantine/core";
import { act, fireEvent, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import * as history from "@/resources/history";
import { ConfirmProvider } from "@/ui/confirm";
import { toast } from "@/ui/toasts";
import { useTrash } from "./useTrash";

beforeAll(() => {
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
});
afterEach(() => vi.restoreAllMocks());

const wrapper = ({ children }: { children: ReactNode }) => (
  <MantineProvider env="test">
    <ConfirmProvider>{children}</ConfirmProvider>
  </MantineProvider>
);

it.each([
  ["what is deleted can be had back", Promise.resolve(7), "Video deleted", true],
  ["what somebody else has deleted is gone, and theirs to undo", new ApiError(404, {}), "Video deleted", false],
  ["what has changed since it was listed stays", new ApiError(412, {}), "Failed to delete video", false],
])("%s", async (_, answer, words, undo) => {
  const discard = vi.spyOn(history, "discard").mockImplementation(async () => {
    if (answer instanceof ApiError) throw answer;
    return answer;
  });
  const said = [vi.spyOn(toast, "success"), vi.spyOn(toast, "failure")];
  for (const spy of said) spy.mockReturnValue();
  const { result } = renderHook(() => useTrash("videos"), { wrapper });
  let done: Promise<unknown> = Promise.resolve();
  act(() => {
    done = result.current.remove({ id: "1", revision: 6 }, { message: "Sure?" });
  });
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  await act(async () => void (await done));
  expect(discard).toHaveBeenCalledExactlyOnceWith({ collection: "videos", id: "1" }, 6);
  const [told, more] = said.flatMap(({ mock }) => mock.calls)[0] as [string, { button?: unknown }];
  expect([told, Boolean(more.button)]).toEqual([words, undo]);
});
