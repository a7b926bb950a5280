import { ApiError } from "@academy/shared/api/errors";
import { MantineProvider } from "@mantine/core";
import { act, fireEvent, render, renderHook, screen } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import * as session from "@/api/session";
import type { HistoryEntry } from "@/api/types";
import * as history from "@/resources/history";
import { ConfirmProvider } from "@/ui/confirm";
import { DocumentForm } from "./DocumentForm";
import type { ListedKind } from "./kind";
import { useDocument } from "./useDocument";
import { writeChanges } from "./writeOver";

interface Link {
  url: string;
  order: string;
}
type Stored = Link & { revision: number };

const begun: Stored = { url: "https://a.example", order: "1", revision: 1 };
const formOf = ({ url, order }: Link) => ({ url, order });
const write = vi.fn<(changes: Partial<Link>, revision: number | undefined) => Promise<Stored>>();
const onDone = vi.fn();
const LINKS: ListedKind<Stored, Link> = {
  what: "link",
  collection: "social-links",
  empty: { url: "", order: "" },
  idOf: () => "1",
  formOf,
  save: async (_, form, revision, before) =>
    (await writeChanges({ formOf, write }, form, before ?? begun, revision)).saved,
  failed: () => "Failed",
  goOn: "Keep editing",
  stays: false,
  merges: true,
  wordsOf: ({ url, order }) => ({ URL: url, Order: order }),
};

const changed: HistoryEntry = {
  what: "changed",
  at: "2026-11-23T12:00:00Z",
  by: { id: "2", name: "Ravi" },
  fields: [],
  revision: 2,
};
const restored = { listeners: [] as ((id: string) => void)[] };
const restore = (id: string) => act(() => restored.listeners.at(-1)?.(id));

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
});
afterEach(() => vi.restoreAllMocks());

const wrapper = ({ children }: { children: React.ReactNode }) => (
  <MantineProvider env="test">
    <ConfirmProvider>{children}</ConfirmProvider>
  </MantineProvider>
);
function open(now = begun) {
  const { result, rerender, unmount } = renderHook(({ now }) => useDocument(LINKS, "1", onDone, { known: now }), {
    initialProps: { now },
    wrapper,
  });
  return {
    edited: () => result.current,
    list: (now: Stored) => rerender({ now }),
    type: (change: Partial<Link>) => act(() => result.current.setForm((form) => ({ ...form, ...change }))),
    send: () => act(() => result.current.submit.send()),
    unmount,
  };
}

it("is there at once, and begins anew when its document is restored, and no other", () => {
  const { edited, list } = open();
  expect([edited().loading, edited().form]).toEqual([false, formOf(begun)]);
  const now = { ...begun, url: "https://b.example", revision: 2 };
  list(now);
  restore("2");
  expect(edited().form.url).toBe(begun.url);
  restore("1");
  expect(edited().form.url).toBe(now.url);
  expect(edited().stash).toBeNull();
});

it("what was typed and not saved stays over what is restored, and that is said", async () => {
  const { edited, list, type, send } = open();
  type({ order: "2" });
  list({ url: "https://b.example", order: "3", revision: 5 });
  restore("1");
  expect(edited().form).toEqual({ url: "https://b.example", order: "2" });
  expect(edited().phase).toBe("restored");
  write.mockResolvedValueOnce({ url: "https://b.example", order: "2", revision: 6 });
  await send();
  expect(write).toHaveBeenCalledWith({ order: "2" }, 5);
});

it.each([
  ["another field", { url: "https://b.example" }, 2],
  ["the same field", { order: "3" }, 1],
])("a draft of this device lies over what others have saved since: %s", async (_, theirs, over) => {
  const first = open();
  first.type({ order: "2" });
  first.unmount();
  const now = { ...begun, ...theirs, revision: 2 };
  const { edited, send } = open(now);
  expect(edited().form).toEqual({ url: now.url, order: "2" });
  write.mockResolvedValueOnce({ ...now, order: "2", revision: 3 });
  await send();
  expect(write).toHaveBeenCalledWith({ order: "2" }, over);
});

it("what was typed comes back when its window was closed", () => {
  const first = open();
  first.type({ order: "2" });
  first.unmount();
  const again = open();
  expect([again.edited().form.order, again.edited().phase]).toEqual(["2", "restored"]);
  act(() => void again.edited().giveUp(null));
  again.unmount();
  expect(open().edited().phase).toBe("clean");
});

it.each([
  ["gives up", true, undefined],
  ["leaves", false, "https://b.example"],
])("a window that %s what it typed leaves the draft of another one alone", (_, givesUp, stashed) => {
  const keep = () => act(() => void window.dispatchEvent(new Event("pagehide")));
  const [one, other] = [open(), open()];
  one.type({ order: "2" });
  keep();
  other.type({ url: "https://b.example" });
  keep();
  if (givesUp) act(() => void other.edited().giveUp(null));
  other.unmount();
  one.unmount();
  const { edited } = open();
  expect([edited().phase, edited().form]).toEqual(["restored", { url: begun.url, order: "2" }]);
  expect(edited().stash?.draft.form.url).toBe(stashed);
});

it("a draft that came back from another window goes when it is given up", () => {
  const first = open();
  first.type({ order: "2" });
  first.unmount();
  const again = open();
  act(() => void again.edited().giveUp(null));
  again.unmount();
  expect(Object.keys(localStorage)).toEqual([]);
});

it.each([
  ["closes", false],
  ["is emptied", "emptied"],
] as const)("a form that %s when it is saved leaves the draft of another window alone", async (_, stays) => {
  const keep = () => act(() => void window.dispatchEvent(new Event("pagehide")));
  const [id, known] = stays === "emptied" ? [null, undefined] : ["1", begun];
  const saved = { ...begun, url: "https://b.example", revision: 2 };
  const kind = { ...LINKS, stays, save: async () => saved };
  const window_ = () => renderHook(() => useDocument(kind, id, onDone, { known }), { wrapper }).result;
  const [one, other] = [window_(), window_()];
  act(() => one.current.setForm((form) => ({ ...form, order: "2" })));
  keep();
  act(() => other.current.setForm((form) => ({ ...form, url: "https://b.example" })));
  await act(() => other.current.submit.send());
  expect([other.current.form, other.current.restored]).toEqual([stays ? LINKS.empty : formOf(saved), null]);
  expect(window_().current.form.order).toBe("2");
});

it("a form that is emptied keeps what was typed while it was sent, for the next one; nothing is sent that is not ready", async () => {
  let answer = (_: Stored) => {};
  const save = vi.fn(() => new Promise<Stored>((resolve) => (answer = resolve)));
  const ready = vi.fn(async () => true);
  const kind = { ...LINKS, stays: "emptied" as const, save };
  const { result } = renderHook(() => useDocument(kind, null, onDone, { ready }), { wrapper });
  const type = (url: string) => act(() => result.current.setForm((form) => ({ ...form, url })));
  const send = async (typed?: string) => {
    let sent = Promise.resolve();
    act(() => {
      sent = result.current.submit.send();
    });
    await vi.waitFor(() => expect(save).toHaveBeenCalled());
    if (typed) type(typed);
    answer(begun);
    await act(() => sent);
    return save.mock.calls.map((call) => (call as unknown[])[0]);
  };
  type("https://a.example");
  ready.mockResolvedValueOnce(false);
  await act(() => result.current.submit.send());
  expect(save).not.toHaveBeenCalled();
  await send("https://b.example");
  expect([result.current.form.url, result.current.dirty, result.current.stored]).toEqual([
    "https://b.example",
    true,
    null,
  ]);
  save.mockClear();
  // The next one is new, too.
  expect(await send()).toEqual([null]);
  expect([result.current.form, result.current.dirty]).toEqual([LINKS.empty, false]);
});

it("what is untouched is not sent, also when the list has something newer by now", async () => {
  write.mockResolvedValue({ ...begun, order: "2", revision: 2 });
  const { list, type, send } = open();
  type({ order: "2" });
  list({ ...begun, url: "https://b.example", revision: 9 });
  await send();
  expect(write).toHaveBeenCalledWith({ order: "2" }, 1);
  expect(onDone).toHaveBeenCalledExactlyOnceWith(null);
  await send();
  expect(write).toHaveBeenCalledTimes(1);
});

it("what is typed while it is saved stays, and the next save sends it over what is stored by then", async () => {
  let answer = (_: Stored) => {};
  write.mockReturnValueOnce(new Promise<Stored>((resolve) => (answer = resolve)));
  const { edited, type, send } = open();
  type({ order: "2" });
  let sent = Promise.resolve();
  act(() => {
    sent = edited().submit.send();
  });
  await vi.waitFor(() => expect(write).toHaveBeenCalled());
  type({ url: "https://b.example" });
  const saved = { ...begun, order: "2", revision: 2 };
  answer(saved);
  await act(() => sent);
  expect(onDone).not.toHaveBeenCalled();
  expect(edited().form).toEqual({ url: "https://b.example", order: "2" });
  write.mockResolvedValueOnce({ ...saved, url: "https://b.example", revision: 3 });
  await send();
  expect(write).toHaveBeenLastCalledWith({ url: "https://b.example" }, 2);
  expect(onDone).toHaveBeenLastCalledWith(null);
});

it("a colleague's change of the same field is shown; one's own gives way and comes back, or is laid over theirs", async () => {
  const theirs = { url: "https://c.example", order: "7", revision: 3 };
  write.mockRejectedValueOnce(new ApiError(412, { current: theirs } as object));
  function Form() {
    const document = useDocument(LINKS, "1", onDone, { known: begun });
    const { form, setForm } = document;
    return (
      <DocumentForm document={document} foot={<button type="submit">Save</button>}>
        <input value={form.url} onChange={(event) => setForm({ ...form, url: event.currentTarget.value })} />
      </DocumentForm>
    );
  }
  render(<Form />, { wrapper });
  const url = screen.getByRole<HTMLInputElement>("textbox");
  const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
  fireEvent.change(url, { target: { value: "https://mine.example" } });
  press("Save");
  await screen.findByText(/^It was changed by Ravi at /);
  // Their order is none of one's own business.
  expect(screen.getAllByRole("rowheader").map(({ textContent }) => textContent)).toEqual(["URL"]);
  press("Reload");
  await vi.waitFor(() => expect(url.value).toBe("https://c.example"));
  press("Use my version");
  expect(url.value).toBe("https://mine.example");

  write.mockRejectedValueOnce(
    new ApiError(412, { current: { ...theirs, url: "https://d.example", revision: 4 } } as object),
  );
  press("Save");
  await screen.findByText("https://d.example");
  write.mockResolvedValueOnce({ ...theirs, url: "https://mine.example", revision: 5 });
  press("Overwrite");
  await vi.waitFor(() => expect(write).toHaveBeenLastCalledWith({ url: "https://mine.example" }, 4));
});
