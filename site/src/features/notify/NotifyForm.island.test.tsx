import { screen, waitFor } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answers, calls, defaults, idle, live } from "@/islands/testing";
import { notifyForm } from "./fields";
import NotifyForm from "./NotifyForm";

const CALL = "POST /api/notifications";
const texts = defaults(notifyForm);
const field = () => screen.getByLabelText<HTMLInputElement>("Email");
const press = () => userEvent.click(screen.getByRole("button", { name: "Notify Me" }));
const message = () => document.querySelector<HTMLElement>("#notify-message");

/** Waits for words of the form's message, which also says of which kind it is. */
const said = (words: string, kind: "done" | "failed") =>
  waitFor(() => expect([message()?.textContent, message()?.dataset.kind]).toEqual([words, kind]));

test("what is no address is said so without a call", async () => {
  live(NotifyForm, { texts, own: false });
  for (const wrong of ["", "   ", "asha.example.com"]) {
    await userEvent.clear(field());
    if (wrong) await userEvent.type(field(), wrong);
    await press();
    await said("Please enter a valid email address", "failed");
    expect(field().getAttribute("aria-invalid")).toBe("true");
  }
  expect(calls).toEqual([]);
});

test.each([
  ["the server's own words", false, { message: "You are on the list." }, "You are on the list."],
  ["its own where the server has none", false, {}, "Thank you! We will notify you when we launch."],
  ["what an editor wrote rather than the server's words", true, { message: "You are on the list." }, texts.done],
])("Enter sends the address, which clears the field, and the form says %s", async (_, own, answer, words) => {
  answers[CALL] = () => Response.json(answer, { status: 201 });
  live(NotifyForm, { texts, own });
  await userEvent.type(field(), " asha@example.com {Enter}");
  await said(words, "done");
  expect(field().value).toBe("");
  expect(calls.map(({ body }) => JSON.parse(body))).toEqual([
    expect.objectContaining({ email: "asha@example.com", page: "current-affairs-test", source: "notify-me-button" }),
  ]);
});

test.each([
  ["an address that only the server finds invalid is called so", 422, "Please enter a valid email address"],
  ["a failure of the server is said", 500, "Something went wrong. Please try again."],
  ["so is a server that cannot be reached", undefined, "Something went wrong. Please try again."],
])("%s, and what was typed stays", async (_, status, words) => {
  if (status) answers[CALL] = () => Response.json({ status }, { status });
  live(NotifyForm, { texts, own: false });
  await userEvent.type(field(), "a@b");
  await press();
  await said(words, "failed");
  expect(calls.length).toBe(1);
  expect(field().value).toBe("a@b");
});

test("a double click sends once, the button says that it is at work, and what is typed meanwhile stays", async () => {
  let arrive = (_: Response) => {};
  answers[CALL] = () =>
    new Promise<Response>((resolve) => {
      arrive = resolve;
    });
  live(NotifyForm, { texts, own: false });
  await userEvent.type(field(), "twice@example.com");
  await userEvent.dblClick(screen.getByRole("button", { name: "Notify Me" }));
  const busy = await screen.findByRole("button", { name: "Saving…" });
  expect(busy.getAttribute("aria-disabled")).toBe("true");
  await userEvent.type(field(), ".in");
  arrive(Response.json({}, { status: 201 }));
  await said(texts.done, "done");
  expect(calls.map(({ body }) => JSON.parse(body).email)).toEqual(["twice@example.com"]);
  expect(field().value).toBe("twice@example.com.in");
});

test("an address that was sent before the scripts had come goes off with them, once", async () => {
  answers[CALL] = () => Response.json({}, { status: 201 });
  const page = live(NotifyForm, { texts, own: false });
  const html = page.innerHTML;
  // As the page's inline script leaves it.
  const early = document.createElement("is-land");
  early.innerHTML = html.replace("<form", '<form data-early=""').replace("<input", '<input value="early@example.com"');
  page.remove();
  live(NotifyForm, { texts, own: false }, early);
  await said(texts.done, "done");
  expect(calls.map(({ body }) => JSON.parse(body).email)).toEqual(["early@example.com"]);
});

test("what was only typed is still there, and is not sent", async () => {
  const page = live(NotifyForm, { texts, own: false });
  const early = document.createElement("is-land");
  early.innerHTML = page.innerHTML;
  page.remove();
  (early.querySelector("input") as HTMLInputElement).value = "typed@example.com";
  live(NotifyForm, { texts, own: false }, early);
  await idle();
  expect([field().value, calls]).toEqual(["typed@example.com", []]);
});
