import { ApiError } from "@academy/shared/api/errors";
import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import * as history from "@/api/history";
import * as session from "@/api/session";
import type { HistoryEntry } from "@/api/types";
import { ConfirmProvider } from "./confirm";
import { toast } from "./toasts";
import { useEdit } from "./useEdit";

const changed: HistoryEntry = {
  what: "changed",
  at: "2026-11-23T12:00:00Z",
  by: { id: "2", name: "Ravi" },
  fields: [],
  revision: 2,
};
const restored = { listeners: [] as ((id: string) => void)[] };

interface Link {
  url: string;
  order: string;
}
type Stored = Link & { revision: number };

const restore = (id: string) => act(() => restored.listeners.at(-1)?.(id));
const begun: Stored = { url: "https://a.example", order: "1", revision: 1 };
const formOf = ({ url, order }: Link) => ({ url, order });
const write = vi.fn();
const onSaved = vi.fn();
const options = (stored: Stored) => ({
  what: "link",
  place: { collection: "social-links", id: "1" } as const,
  stored,
  formOf,
  payloadOf: formOf,
  wordsOf: ({ url, order }: Link) => ({ URL: url, Order: order }),
  write,
  onSaved,
  failed: "Failed",
});

beforeAll(() => {
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
});
beforeEach(() => {
  restored.listeners = [];
  localStorage.clear();
  vi.clearAllMocks();
  vi.spyOn(history, "useRestored").mockImplementation((_, listener) => void restored.listeners.push(listener));
  vi.spyOn(history, "fetchHistory").mockResolvedValue({ items: [changed], total: 1 });
  vi.spyOn(session, "useSession").mockReturnValue({ user: { id: "asha" } } as ReturnType<typeof session.useSession>);
  for (const kind of ["info", "failure"] as const) vi.spyOn(toast, kind).mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

it("begins anew when its document is restored, and no other", () => {
  const { result, rerender } = renderHook(({ now }) => useEdit(options(now)), { initialProps: { now: begun } });
  const now = { ...begun, url: "https://b.example", revision: 2 };
  rerender({ now });
  restore("2");
  expect(result.current.form.url).toBe(begun.url);
  restore("1");
  expect(result.current.form.url).toBe(now.url);
  expect(toast.info).not.toHaveBeenCalled();
});

it("what was typed and not saved stays over what is restored, and that is said", async () => {
  const { result, rerender } = renderHook(({ now }) => useEdit(options(now)), { initialProps: { now: begun } });
  act(() => result.current.setForm({ ...begun, order: "2" }));
  rerender({ now: { url: "https://b.example", order: "3", revision: 5 } });
  restore("1");
  expect(result.current.form).toMatchObject({ url: "https://b.example", order: "2" });
  expect(toast.info).toHaveBeenCalledTimes(1);
  await act(() => result.current.submit.send());
  expect(write).toHaveBeenCalledWith({ order: "2" }, 5);
});

it("what is untouched is not sent, also when the list has something newer by now", async () => {
  write.mockResolvedValue({ ...begun, order: "2", revision: 2 });
  const { result, rerender } = renderHook(({ now }) => useEdit(options(now)), { initialProps: { now: begun } });
  act(() => result.current.setForm({ ...begun, order: "2" }));
  rerender({ now: { ...begun, url: "https://b.example", revision: 9 } });
  await act(() => result.current.submit.send());
  expect(write).toHaveBeenCalledWith({ order: "2" }, 1);
  expect(onSaved).toHaveBeenCalledTimes(1);
  act(() => result.current.setForm(begun));
  await act(() => result.current.submit.send());
  expect(write).toHaveBeenCalledTimes(1);
});

it("what is typed while it is saved stays, and the next save sends it over what is stored by then", async () => {
  let answer = (_: Stored) => {};
  write.mockReturnValueOnce(new Promise<Stored>((resolve) => (answer = resolve)));
  const { result } = renderHook(() => useEdit(options(begun)));
  act(() => result.current.setForm({ ...begun, order: "2" }));
  let sent = Promise.resolve();
  act(() => {
    sent = result.current.submit.send();
  });
  act(() => result.current.setForm({ url: "https://b.example", order: "2" }));
  const saved = { ...begun, order: "2", revision: 2 };
  answer(saved);
  await act(() => sent);
  expect(onSaved).toHaveBeenCalledWith(saved, { order: "2" }, true);
  expect(result.current.form).toEqual({ url: "https://b.example", order: "2" });
  const last = { ...saved, url: "https://b.example", revision: 3 };
  write.mockResolvedValueOnce(last);
  await act(() => result.current.submit.send());
  expect(write).toHaveBeenLastCalledWith({ url: "https://b.example" }, 2);
  expect(onSaved).toHaveBeenLastCalledWith(last, { url: "https://b.example" }, false);
});

it("a colleague's change of the same field is shown; one's own gives way and comes back, or is laid over theirs", async () => {
  const theirs = { url: "https://c.example", order: "7", revision: 3 };
  write.mockRejectedValueOnce(new ApiError(412, { current: theirs }));
  function Form() {
    const { form, setForm, submit, notice, dialog } = useEdit(options(begun));
    return (
      <>
        {notice}
        <form {...submit.form}>
          <input value={form.url} onChange={(event) => setForm({ ...form, url: event.currentTarget.value })} />
          <button type="submit">Save</button>
        </form>
        {dialog}
      </>
    );
  }
  render(
    <MantineProvider env="test">
      <ConfirmProvider>
        <Form />
      </ConfirmProvider>
    </MantineProvider>,
  );
  const url = screen.getByRole<HTMLInputElement>("textbox");
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  fireEvent.change(url, { target: { value: "https://mine.example" } });
  press("Save");
  await screen.findByText(/^It was changed by Ravi at /);
  // Their order is none of one's own business.
  expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["URL"]);
  press("Reload");
  await vi.waitFor(() => expect(url.value).toBe("https://c.example"));
  press("Put it back into the form");
  expect(url.value).toBe("https://mine.example");

  write.mockRejectedValueOnce(new ApiError(412, { current: { ...theirs, url: "https://d.example", revision: 4 } }));
  press("Save");
  await screen.findByText("https://d.example");
  press("Overwrite");
  await vi.waitFor(() => expect(write).toHaveBeenLastCalledWith({ url: "https://mine.example" }, 4));
});
