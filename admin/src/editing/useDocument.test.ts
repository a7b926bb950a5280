import { ApiError, NetworkError } from "@academy/shared/api/errors";
import { act, renderHook } from "@testing-library/react";
import { createElement, type ReactNode, useState } from "react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as session from "@/api/session";
import * as confirm from "@/ui/confirm";
import { toast } from "@/ui/toasts";
import type { DocumentKind, WorkingCopy } from "./kind";
import { LeaveGuard } from "./leaveGuard";
import { useDocument } from "./useDocument";

const asked = { answer: true };

interface Form {
  title: string;
}
interface Note extends Form {
  id: string;
  revision: number;
}

/** What the server has: a document and its working copy, whose writes are refused where they name another one. */
function server(copied: string | null = null) {
  const state = {
    note: { id: "1", revision: 1, title: "As stored" },
    copies: 1,
    copy: copied,
    sent: "",
    over: undefined as number | undefined,
    gate: Promise.resolve(),
    /** Whether a copy is there before the gate opens. */
    arrives: false,
  };
  const copyOf = (title: string): WorkingCopy<Form> => ({
    form: { title },
    version: state.copies,
    over: state.note.revision,
    savedAt: "2026-11-23T12:00:00Z",
    savedBy: "Asha",
    publishAt: null,
    refused: undefined,
    changedSince: [],
  });
  const expect = (version: number | undefined) => {
    const now = state.copy === null ? 0 : state.copies;
    if (version !== undefined && version !== now) throw new ApiError(412, {});
  };
  const write = (copy: string | null) => {
    state.copy = copy;
    state.copies++;
  };
  const store = (title: string) => {
    state.note = { ...state.note, title, revision: state.note.revision + 1 };
    return state.note;
  };
  const kind: DocumentKind<Note, Form> = {
    what: "note",
    collection: "articles",
    empty: { title: "" },
    idOf: ({ id }) => id,
    formOf: ({ title }) => ({ title }),
    fetch: async () => state.note,
    save: async (_id, { title }) => store(title),
    failed: () => "Failed to save note",
    goOn: "Keep editing",
    stays: true,
    copies: {
      fetch: async () => (state.copy === null ? null : copyOf(state.copy)),
      save: async (_stored, { title }, { over }, version) => {
        state.sent = title;
        state.over = over;
        const answer = state.gate;
        if (!state.arrives) await answer;
        expect(version);
        write(title);
        await answer;
        return copyOf(title);
      },
      discard: async (_stored, version) => {
        expect(version);
        write(null);
      },
      publish: async (_stored, _revision, version) => {
        expect(version);
        const note = store(state.copy ?? "");
        write(null);
        return note;
      },
    },
  };
  return { state, kind, write };
}

/** The dashboard around the form, which asks before somebody leaves. */
const wrapper = ({ children }: { children: ReactNode }) => {
  const element = createElement(LeaveGuard, null, children);
  const [router] = useState(() => createMemoryRouter([{ path: "*", element }]));
  return createElement(RouterProvider, { router });
};
/** Whether somebody who leaves now is asked. */
const asksToLeave = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

async function open(kind: DocumentKind<Note, Form>, id: string | null = "1", ready?: () => Promise<void>) {
  const { result, unmount } = renderHook(() => useDocument(kind, id, () => {}, { ready }), { wrapper });
  await vi.waitFor(() => expect(result.current.loading).toBe(false));
  return {
    edited: () => result.current,
    type: (title: string) => act(() => result.current.setForm({ title })),
    unmount,
  };
}

beforeEach(() => {
  localStorage.clear();
  asked.answer = true;
  vi.spyOn(session, "useSession").mockReturnValue({ user: { id: "asha" } } as ReturnType<typeof session.useSession>);
  vi.spyOn(confirm, "useConfirm").mockReturnValue(async () => asked.answer);
  for (const kind of ["success", "info", "failure"] as const) vi.spyOn(toast, kind).mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

describe("an update", () => {
  it("leaves the changes alone that a colleague has kept meanwhile", async () => {
    const { state, kind, write } = server("Mine, kept");
    const { edited } = await open(kind);
    write("Theirs, kept");
    await act(() => edited().submit.send());
    expect([state.note.title, state.copy]).toEqual(["Mine, kept", "Theirs, kept"]);
  });

  it("takes the changes along that it publishes", async () => {
    const { state, kind } = server("Mine, kept");
    const { edited } = await open(kind);
    await act(() => edited().submit.send());
    expect([state.note.title, state.copy]).toEqual(["Mine, kept", null]);
  });
});

describe("what is new", () => {
  it("is created once: what is saved before its address is known updates it", async () => {
    const { state, kind } = server();
    const { save } = kind;
    const saved: [id: string | null, title: string][] = [];
    kind.save = async (id, form, over, stored) => {
      saved.push([id, form.title]);
      return save(id, form, over, stored);
    };
    const { edited, type } = await open(kind, null);
    type("New");
    await act(() => edited().submit.send());
    type("Typed on");
    await act(() => edited().submit.send());
    expect(saved).toEqual([
      [null, "New"],
      [state.note.id, "Typed on"],
    ]);
    expect([edited().form.title, edited().dirty]).toEqual(["Typed on", false]);
  });
});

describe("the other version of a document", () => {
  it("is in the form, also when what was typed is on its way to the server at that moment", async () => {
    const { state, kind } = server();
    const theirs = { ...state.note, title: "Theirs", revision: 2 };
    kind.save = async () => {
      throw new ApiError(412, { current: theirs } as object);
    };
    const { edited, type } = await open(kind);
    type("Mine");
    await act(() => edited().submit.send());
    expect(edited().conflict?.theirs?.form.title).toBe("Theirs");
    state.note = theirs;
    let arrive = () => {};
    state.gate = new Promise((resolve) => {
      arrive = resolve;
    });
    await act(async () => {
      const keeping = edited().saveCopy();
      await vi.waitFor(() => expect(state.sent).toBe("Mine"));
      const reloading = edited().reload();
      arrive();
      await Promise.all([keeping, reloading]);
    });
    expect([edited().form.title, state.copy]).toEqual(["Theirs", null]);
    expect(edited().stash).not.toBeNull();
  });
});

describe("while both versions are shown", () => {
  it.each([
    ["saved", "Theirs", "Mine, on"],
    ["saved, over what says no more than the document", "Theirs", "As stored"],
    ["removed", null, "Mine, on"],
  ])("Overwrite of a working copy that a second person has %s meets that of a third", async (_, second, mine) => {
    const { state, kind, write } = server("Mine");
    const { edited, type } = await open(kind);
    type(mine);
    write(second);
    await act(() => edited().submit.send({ as: "draft" }));
    const { conflict } = edited();
    expect(conflict).not.toBeNull();
    write("A third one's");
    await act(() => edited().submit.send({ ...conflict?.options, overwrite: true }));
    expect([state.copy, edited().conflict?.theirs?.form.title]).toEqual(["A third one's", "A third one's"]);
    await act(() => edited().submit.send({ ...edited().conflict?.options, overwrite: true }));
    expect([state.copy, edited().conflict]).toEqual([mine === "As stored" ? null : mine, null]);
  });

  it("Overwrite of a version that could not be read overwrites nothing else", async () => {
    const { state, kind } = server();
    const { save, fetch } = kind;
    const over: (number | undefined)[] = [];
    kind.save = async (id, form, revision, stored) => {
      over.push(revision);
      if (revision !== undefined && revision !== state.note.revision) throw new ApiError(412, {});
      return save(id, form, revision, stored);
    };
    const { edited, type } = await open(kind);
    type("Mine");
    state.note = { ...state.note, title: "Theirs", revision: 2 };
    kind.fetch = async () => {
      throw new NetworkError(null);
    };
    await act(() => edited().submit.send());
    expect([edited().conflict !== null, edited().conflict?.theirs]).toEqual([true, undefined]);
    kind.fetch = fetch;
    await act(() => edited().submit.send({ ...edited().conflict?.options, overwrite: true }));
    expect([over, state.note.title, edited().conflict?.theirs?.form.title]).toEqual([[1, 1], "Theirs", "Theirs"]);
    await act(() => edited().submit.send({ ...edited().conflict?.options, overwrite: true }));
    expect([over, state.note.title]).toEqual([[1, 1, 2], "Mine"]);
  });

  it("no working copy is saved by itself, and it is afterwards", async () => {
    const aside = () => act(async () => void document.dispatchEvent(new Event("visibilitychange")));
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const { state, kind } = server();
    kind.save = async () => {
      throw new ApiError(412, { current: { ...state.note, title: "Theirs", revision: 2 } } as object);
    };
    const { edited, type } = await open(kind);
    type("Mine");
    await act(() => edited().submit.send());
    await aside();
    expect([edited().phase, state.copy]).toEqual(["conflicted", null]);
    act(() => edited().dismissConflict());
    await aside();
    await vi.waitFor(() => expect(state.copy).toBe("Mine"));
  });
});

describe("what waits for a picture", () => {
  it("is kept meanwhile, saved with it, and not at all when it is given up", async () => {
    const { state, kind } = server();
    let arrive = () => {};
    const { edited, type } = await open(kind, "1", () => new Promise((resolve) => (arrive = resolve)));
    type("Typed");
    let sent = Promise.resolve();
    act(() => {
      sent = edited().submit.send();
    });
    await act(() => edited().saveCopy());
    type("Typed, with a picture");
    expect([edited().submit.busy, state.copy, state.note.title]).toEqual([true, "Typed", "As stored"]);
    arrive();
    await act(() => sent);
    expect(state.note.title).toBe("Typed, with a picture");

    type("Given up");
    act(() => {
      sent = edited().submit.send();
    });
    await act(() => edited().giveUp(undefined));
    arrive();
    await act(() => sent);
    expect([edited().submit.busy, state.note.title]).toEqual([false, "Typed, with a picture"]);
  });
});

describe("Publish changes", () => {
  it("leaves unsaved what was typed while they were kept", async () => {
    const { state, kind } = server();
    const { edited, type } = await open(kind);
    type("Typed");
    let go = () => {};
    state.gate = new Promise((resolve) => {
      go = resolve;
    });
    let sent = Promise.resolve();
    act(() => {
      sent = edited().submit.send({ as: "changes" });
    });
    await vi.waitFor(() => expect(state.sent).toBe("Typed"));
    type("Typed on");
    go();
    await act(() => sent);
    expect(state.note.title).toBe("Typed");
    expect([edited().form.title, edited().dirty]).toEqual(["Typed on", true]);
  });

  it("shows the changes that a colleague has kept meanwhile, and can be chosen again after they gave way", async () => {
    const { state, kind, write } = server("Mine");
    const { edited } = await open(kind);
    write("Theirs");
    await act(() => edited().submit.send({ as: "changes" }));
    const { conflict } = edited();
    expect([state.note.title, conflict?.theirs?.form.title]).toEqual(["As stored", "Theirs"]);
    await act(() => edited().submit.send({ ...conflict?.options, overwrite: true }));
    expect([edited().conflict, state.copy]).toEqual([null, "Mine"]);
    await act(() => edited().submit.send({ as: "changes" }));
    expect([state.note.title, state.copy]).toEqual(["Mine", null]);
  });
});

describe("a call that is not answered", () => {
  it("is repeated with what was typed since, when it had arrived: nobody else was there", async () => {
    const { state, kind } = server();
    const { edited, type } = await open(kind);
    type("Typed");
    state.gate = Promise.reject(new NetworkError(null));
    state.arrives = true;
    await act(() =>
      edited()
        .saveCopy()
        .catch(() => {}),
    );
    expect([state.copy, edited().copy]).toEqual(["Typed", null]);
    state.gate = Promise.resolve();
    type("Typed on");
    await act(() => edited().saveCopy());
    expect([state.copy, edited().copy?.form.title, edited().otherCopy]).toEqual(["Typed on", "Typed on", undefined]);
  });

  it("keeps what was typed, and saving it again finds it saved", async () => {
    const { state, kind } = server();
    const { save } = kind;
    kind.save = async (...of) => {
      await save(...of);
      throw new NetworkError(null);
    };
    const { edited, type } = await open(kind);
    type("Typed");
    await act(() => edited().submit.send());
    expect([edited().submit.cause instanceof NetworkError, edited().form.title]).toEqual([true, "Typed"]);
    kind.save = async () => {
      throw new ApiError(412, { current: state.note });
    };
    await act(() => edited().submit.send());
    expect([edited().conflict, edited().dirty, state.note.title]).toEqual([null, false, "Typed"]);
  });

  it("holds up no other document", async () => {
    const hanging = server();
    hanging.state.gate = new Promise(() => {});
    hanging.state.note = { ...hanging.state.note, id: "hangs" };
    const first = await open(hanging.kind, "hangs");
    first.type("Typed");
    act(() => void first.edited().saveCopy());
    const { state, kind } = server();
    state.note = { ...state.note, id: "2" };
    const { edited, type } = await open(kind, "2");
    type("Elsewhere");
    await act(() => edited().saveCopy());
    expect(state.copy).toBe("Elsewhere");
  });
});

it("a draft of this device says what it was begun over, whatever was saved since", async () => {
  const { state, kind } = server();
  const draft = { form: { title: "Typed on the train" }, revision: 1, keptAt: "2026-11-23T12:00:00Z" };
  localStorage.setItem("articles-draft:asha:1", JSON.stringify(draft));
  state.note = { ...state.note, title: "Theirs", revision: 2 };
  const { edited } = await open(kind);
  await act(() => edited().saveCopy());
  expect([state.copy, state.over]).toEqual(["Typed on the train", 1]);
});

describe("what is given up", () => {
  it("does not come back after Discard changes", async () => {
    const { state, kind } = server("Kept before");
    const { edited } = await open(kind);
    await act(() => edited().discardCopy());
    expect([edited().form.title, edited().changed]).toEqual(["As stored", false]);
    expect(await act(() => edited().giveUp(undefined))).toBe(true);
    expect(state.copy).toBeNull();
  });

  it("is one's own: a colleague's changes stay, and nobody is kept in the form", async () => {
    const { state, kind, write } = server();
    const { edited, type } = await open(kind);
    type("Mine");
    await act(() => edited().saveCopy());
    write("Theirs");
    expect(await act(() => edited().giveUp(undefined))).toBe(true);
    expect(state.copy).toBe("Theirs");
  });
});

describe("giving up", () => {
  const mine = { form: { title: "Mine" }, revision: 1, keptAt: "2026-11-23T12:00:00Z" };

  it("a restored draft that was typed back leaves no notice of it", async () => {
    localStorage.setItem("articles-draft:asha:1", JSON.stringify(mine));
    const { edited, type } = await open(server().kind);
    type("As stored");
    expect(edited().restored).not.toBeNull();
    expect(await act(() => edited().giveUp(null))).toBe(true);
    expect(edited().restored).toBeNull();
  });

  it("people are asked before they leave what could not be kept as a draft", async () => {
    const { state, kind } = server();
    const { edited, type } = await open(kind);
    vi.spyOn(confirm, "useConfirm").mockReturnValue(async ({ instead }) => {
      instead?.run();
      return false;
    });
    type("Mine");
    state.gate = Promise.reject(new NetworkError(null));
    expect(await act(() => edited().giveUp())).toBe(false);
    expect(asksToLeave()).toBe(true);
    state.gate = Promise.resolve();
    expect(await act(() => edited().giveUp())).toBe(true);
    expect([state.copy, asksToLeave()]).toEqual(["Mine", false]);
  });

  it("nobody is asked again when what a colleague has kept stays", async () => {
    const { state, kind, write } = server("Mine");
    const { edited, type } = await open(kind);
    type("Mine, on");
    await act(() => edited().saveCopy());
    write("Theirs");
    expect(await act(() => edited().giveUp())).toBe(true);
    expect([state.copy, asksToLeave()]).toEqual(["Theirs", false]);
  });
});

describe("of what is new in two windows", () => {
  it.each([
    ["kept something else", "Typed on"],
    ["discarded it", null],
  ])("the text of one stays on the device when the other %s", async (_, theirs) => {
    const { state, kind } = server();
    const [one, other] = [await open(kind, null), await open(kind, null)];
    one.type("Typed");
    await act(() => one.edited().saveCopy());
    if (theirs === null) await act(() => one.edited().discardCopy());
    other.type("Mine");
    await act(() =>
      other
        .edited()
        .saveCopy()
        .catch(() => {}),
    );
    if (theirs !== null) {
      one.type(theirs);
      other.unmount();
      await act(() => one.edited().saveCopy());
    } else other.unmount();
    one.unmount();
    const again = (await open(kind, null)).edited();
    const left = [state.copy, again.form.title, again.stash?.draft.form.title];
    expect(left).toEqual(theirs === null ? ["Mine", "Mine", undefined] : [theirs, theirs, "Mine"]);
  });

  it("putting a version back keeps what it takes the place of", async () => {
    const { kind } = server();
    localStorage.setItem(
      "articles-aside:asha:new",
      JSON.stringify({ form: { title: "Before" }, keptAt: "2026-11-23" }),
    );
    const { edited, type } = await open(kind, null);
    type("Mine");
    expect(edited().stash?.draft.form.title).toBe("Before");
    act(() => edited().takeStash());
    expect([edited().form.title, edited().stash?.draft.form.title]).toEqual(["Before", "Mine"]);
  });
});
