import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { useForm } from "./useForm";

it("what is sent gives way to what is shown next, unless somebody has typed since", async () => {
  let answer = () => {};
  const send = vi.fn(async (_: { to: string }) => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { to: "" };
  });
  const onSent = vi.fn();
  const { result } = renderHook(() => useForm({ to: "" }, send, { onSent }));
  const press = async (typed?: string) => {
    let sent = Promise.resolve();
    act(() => {
      sent = result.current.send();
    });
    if (typed !== undefined) act(() => result.current.set({ to: typed }));
    answer();
    await act(() => sent);
  };
  act(() => result.current.set({ to: "asha" }));
  await press("ravi");
  expect([result.current.values.to, onSent.mock.calls.length]).toEqual(["ravi", 0]);
  await press();
  expect(send).toHaveBeenLastCalledWith({ to: "ravi" });
  expect([result.current.values.to, onSent.mock.calls.length]).toEqual(["", 1]);
});
