import { MantineProvider } from "@mantine/core";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { SWRConfig, unstable_serialize } from "swr";
import { beforeAll, describe, expect, it } from "vitest";
import type { Field, FormField, Values } from "@/model/types";
import { FieldInputs, FormFields } from "./FieldInputs";

beforeAll(() => {
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

/** A form of these fields, with what the API has answered; the returned function says what it holds. */
function show(fields: Field[], begin: Values = {}, errors = {}, loaded = {}) {
  let held = begin;
  function Form() {
    const [values, setValues] = useState(begin);
    const [refused, setRefused] = useState(errors);
    held = values;
    return (
      <>
        <FieldInputs fields={fields} values={values} onChange={setValues} errors={refused} />
        <button type="button" onClick={() => setRefused({})}>
          Save
        </button>
      </>
    );
  }
  render(
    <MantineProvider env="test">
      <SWRConfig value={{ fallback: loaded, revalidateOnMount: false }}>
        <Form />
      </SWRConfig>
    </MantineProvider>,
  );
  return () => held;
}

const CARDS: Field = {
  key: "cards",
  type: "list",
  name: "Cards",
  max: 3,
  fields: [{ key: "title", type: "text", name: "Title" }],
};

const VIDEOS = unstable_serialize(["Videos", "all"]);

it("a form of the dashboard's own has a value in each field, and its declaration says how it is drawn", async () => {
  const fields: FormField[] = [
    { key: "title", type: "text", name: "Title", required: true },
    { key: "order", type: "text", name: "Order", input: "numeric" },
    { key: "active", type: "boolean", name: "Active", words: ["ON", "OFF"] },
  ];
  let held = { title: "Old", order: "1", active: true };
  function Form() {
    const [form, setForm] = useState(held);
    held = form;
    return <FormFields fields={fields} form={form} errors={{}} onChange={(next) => setForm({ ...form, ...next })} />;
  }
  render(
    <MantineProvider env="test">
      <Form />
    </MantineProvider>,
  );
  const title = screen.getByRole<HTMLInputElement>("textbox", { name: "Title" });
  await userEvent.clear(title);
  expect([held.title, title.required]).toEqual(["", true]);
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Order" }).inputMode).toBe("numeric");
  screen.getByText("ON");
  await userEvent.click(screen.getByRole("switch", { name: /^Active/ }));
  screen.getByText("OFF");
  expect(held).toEqual({ title: "", order: "1", active: false });
});

describe("fields", () => {
  it("a text shows its default in grey and holds what is typed; cleared, it holds nothing again", async () => {
    const held = show([{ key: "heading", type: "text", name: "Heading", default: "Why us" }]);
    const input = screen.getByRole("textbox", { name: "Heading" });
    expect(input).toHaveProperty("name", "heading");
    expect(input).toHaveProperty("placeholder", "Why us");
    await userEvent.type(input, "Fees");
    expect(held()).toEqual({ heading: "Fees" });
    await userEvent.clear(input);
    expect(held()).toEqual({});
  });

  it("a video of the library is chosen by its title, and held by its address", async () => {
    const videos = [{ title: "How to read", file: "/media/read.mp4" }];
    const held = show([{ key: "video", type: "video", name: "Video" }], {}, {}, { [VIDEOS]: videos });
    const input = screen.getByRole("combobox", { name: "Video" });
    await userEvent.type(input, "how");
    await userEvent.click(screen.getByRole("option", { name: "How to read" }));
    expect(held()).toEqual({ video: "/media/read.mp4" });
    await userEvent.type(input, "x");
    expect(held()).toEqual({ video: "/media/read.mp4x" });
  });

  it("a video of one host is a link, and not chosen from the library", async () => {
    const videos = [{ title: "How to read", file: "/media/read.mp4" }];
    const field: Field = { key: "film", type: "video", name: "Film", host: "youtube" };
    const held = show([field], {}, {}, { [VIDEOS]: videos });
    await userEvent.type(screen.getByRole("textbox", { name: "Film" }), "https://youtu.be/dQw4w9WgXcQ");
    expect(screen.queryByRole("combobox")).toBeNull();
    expect(held()).toEqual({ film: "https://youtu.be/dQw4w9WgXcQ" });
  });

  it("what is found by its words is found in whatever form they are typed", async () => {
    const videos = [{ title: "Caf\u00e9 ಕ\u0ccaಡು", file: "/media/read.mp4" }];
    show([{ key: "video", type: "video", name: "Video" }], {}, {}, { [VIDEOS]: videos });
    await userEvent.type(screen.getByRole("combobox", { name: "Video" }), "cafe\u0301 ಕ\u0cc6\u0cc2");
    expect(screen.getByRole("option")).toHaveProperty("textContent", "Caf\u00e9 ಕ\u0ccaಡು");
  });

  it("what is required shows its default, and cannot be left out", () => {
    const field: Field = { key: "play", type: "text", name: "Play", default: "Play the video", required: true };
    show([field], { play: "" });
    expect(screen.getByRole("textbox", { name: "Play" })).toHaveProperty("placeholder", "Play the video");
    expect(screen.queryByRole("checkbox")).toBeNull();
  });

  it("what has a default can be left out on purpose", async () => {
    const held = show([{ key: "heading", type: "text", name: "Heading", default: "Why us" }]);
    await userEvent.click(screen.getByRole("checkbox", { name: "Show nothing: Heading" }));
    expect(held()).toEqual({ heading: "" });
    await userEvent.click(screen.getByRole("checkbox", { name: "Show nothing: Heading" }));
    expect(held()).toEqual({});
  });

  it("what was stored under a former key is edited, and moves to the new one", async () => {
    const held = show([{ key: "heading", type: "text", name: "Heading", was: ["title"] }], { title: "Old" });
    await userEvent.type(screen.getByRole("textbox", { name: "Heading" }), "er");
    expect(held()).toEqual({ heading: "Older" });
  });

  it("entries are added, moved and removed by keyboard, and the focus stays with what was moved", async () => {
    const held = show([CARDS], { cards: [{ title: "One" }, { title: "Two" }] });
    const list = screen.getByRole("group", { name: "Cards" });
    const up = within(list).getByRole("button", { name: "Move up Two" });
    up.focus();
    await userEvent.keyboard("{Enter}");
    expect(held()).toEqual({ cards: [{ title: "Two" }, { title: "One" }] });
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Move up Two");
    await userEvent.click(within(list).getByRole("button", { name: "Add entry" }));
    expect(held()).toEqual({ cards: [{ title: "Two" }, { title: "One" }, {}] });
    expect(within(list).getByRole("button", { name: "Add entry" })).toHaveProperty("disabled", true);
    await userEvent.click(within(list).getByRole("button", { name: "Remove One" }));
    expect(held()).toEqual({ cards: [{ title: "Two" }, {}] });
  });

  it("an entry that is dragged is called by its name", async () => {
    show([CARDS], { cards: [{ title: "One" }, { title: "Two" }] });
    screen.getByRole("button", { name: "Drag to reorder One" }).focus();
    await userEvent.keyboard("[Space]");
    await screen.findByText(/^Picked up One, position 1 of 2\./);
    await userEvent.keyboard("[Escape]");
    await screen.findByText("One stays where it was");
  });

  it("an entry's fields are named by its place, and say what was refused", () => {
    show([CARDS], { cards: [{ title: "One" }] }, { "cards[0].title": "is too long" });
    const input = screen.getByRole("textbox", { name: "Title" });
    expect(input).toHaveProperty("name", "cards[0].title");
    expect(screen.getByText("is too long")).toBeTruthy();
  });

  it("a list shows the site's own entries until somebody changes them", async () => {
    const held = show([{ ...CARDS, default: [{ title: "Given" }] }]);
    await userEvent.type(screen.getByRole("textbox", { name: "Title" }), "!");
    expect(held()).toEqual({ cards: [{ title: "Given!" }] });
    await userEvent.click(screen.getByRole("button", { name: "Use the default entries" }));
    expect(held()).toEqual({});
  });

  it("what the model counts among the rest is folded, and opens where something was refused", () => {
    const fields: Field[] = [
      { key: "heading", type: "text", name: "Heading" },
      { key: "label", type: "text", name: "Label", more: true },
    ];
    const more = () => screen.getByText("More texts").closest("details");
    show(fields);
    expect(more()?.open).toBe(false);
    expect(more()?.querySelector("[name=label]")).toBeTruthy();
    expect(more()?.querySelector("[name=heading]")).toBeNull();
    cleanup();
    show(fields, {}, { label: "is too long" });
    expect(more()?.open).toBe(true);
  });

  it("what opened for something that was refused stays open after it is saved", async () => {
    show([{ key: "label", type: "text", name: "Label", more: true }], {}, { label: "is too long" });
    const more = screen.getByText("More texts").closest("details");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(screen.queryByText("is too long")).toBeNull();
    expect(more?.open).toBe(true);
  });

  it("an entry with something refused opens, and can be closed before it is mended", async () => {
    const titles = ["One", "Two", "Three", "Four", "Five"].map((title) => ({ title }));
    show([{ ...CARDS, max: 9 }], { cards: titles }, { "cards[1].title": "is too long" });
    expect(screen.getAllByRole("textbox").map((input) => input.getAttribute("name"))).toEqual(["cards[1].title"]);
    await userEvent.click(screen.getByRole("button", { name: "Close Two" }));
    expect(screen.queryByRole("textbox")).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Edit Two" }));
    expect(screen.getByText("is too long")).toBeTruthy();
  });
});
