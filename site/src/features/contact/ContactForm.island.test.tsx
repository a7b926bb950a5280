import { screen, waitFor } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answers, calls, defaults, live } from "@/islands/testing";
import ContactForm from "./ContactForm";
import { contactForm } from "./fields";

const CALL = "POST /api/contact";
const props = { email: "hello@academy.example", texts: defaults(contactForm) };
const fields = () => [...document.querySelectorAll<HTMLInputElement>("form :is(input, textarea):not(.trap)")];
const values = () => fields().map(({ value }) => value);
const invalid = () => [...document.querySelectorAll<HTMLInputElement>("form :invalid")].map(({ name }) => name);
/** The form that was sent, without how it was filled in. */
const sent = () =>
  calls.map(({ body }) => {
    const { sent_from: _, ...lead } = JSON.parse(body);
    return lead;
  });
const send = () => screen.getByRole("button", { name: /^Send/ });
const typed = ["Asha Rao", "asha@example.com", "+91 98450 00000", "When does the batch begin?"];

async function fill(words = typed) {
  for (const [i, field] of fields().entries()) {
    field.focus();
    await userEvent.paste(words[i] ?? "");
  }
}

const arrives = () => {
  answers[CALL] = () => Response.json({ id: "1" }, { status: 201 });
};

test("the browser asks for what is required; the phone is not", async () => {
  arrives();
  live(ContactForm, props);
  await userEvent.click(send());
  expect(invalid()).toEqual(["name", "email", "message"]);
  await fill(["Asha", "no address", "", "Hello"]);
  await userEvent.click(send());
  expect([invalid(), calls]).toEqual([["email"], []]);
  await userEvent.clear(screen.getByLabelText("Email"));
  await userEvent.type(screen.getByLabelText("Email"), "asha@example.com");
  await userEvent.click(send());
  await screen.findByText("Message sent successfully!");
  expect(sent()).toEqual([{ name: "Asha", email: "asha@example.com", message: "Hello" }]);
});

test("a message that arrives is said so and leaves an empty form; a double click sends it once", async () => {
  let arrive = (_: Response) => {};
  answers[CALL] = () =>
    new Promise<Response>((resolve) => {
      arrive = resolve;
    });
  live(ContactForm, props);
  await fill();
  await userEvent.dblClick(send());
  await screen.findByRole("button", { name: "Sending…" });
  expect(send().getAttribute("aria-disabled")).toBe("true");
  arrive(Response.json({ id: "1" }, { status: 201 }));
  expect((await screen.findByText("Message sent successfully!")).closest("[role]")?.role).toBe("status");
  await screen.findByRole("button", { name: "Send Message" });
  expect(values()).toEqual(["", "", "", ""]);
  expect(sent()).toEqual([{ name: typed[0], email: typed[1], phone: typed[2], message: typed[3] }]);
});

test("what is typed while a message is under way stays, with the rest of the form", async () => {
  let arrive = (_: Response) => {};
  answers[CALL] = () =>
    new Promise<Response>((resolve) => {
      arrive = resolve;
    });
  live(ContactForm, props);
  await fill();
  await userEvent.click(send());
  await screen.findByRole("button", { name: "Sending…" });
  await userEvent.type(screen.getByLabelText("Message"), " And where?");
  arrive(Response.json({ id: "1" }, { status: 201 }));
  await screen.findByText("Message sent successfully!");
  await screen.findByRole("button", { name: "Send Message" });
  expect(values()).toEqual([...typed.slice(0, 3), `${typed[3]} And where?`]);
});

test.each([
  ["without the API", undefined, ""],
  ["by a failure of the server", Response.json({ detail: "internal" }, { status: 500 }), ""],
  [
    "by a refusal, whose reason stands beside the form",
    Response.json({ detail: "no phone" }, { status: 422 }),
    "no phone",
  ],
])("a message that fails %s is said so and stays until it goes through", async (_, answer, reason) => {
  if (answer) answers[CALL] = () => answer.clone();
  live(ContactForm, props);
  await fill();
  await userEvent.click(send());
  expect((await screen.findByText("Failed to send message")).closest("[role]")?.role).toBe("alert");
  await waitFor(() => expect(send().getAttribute("aria-disabled")).toBe("false"));
  expect(values()).toEqual(typed);
  expect(document.querySelector("form [role=alert]")?.textContent ?? "").toBe(reason);
  arrives();
  await userEvent.click(send());
  await screen.findByText("Message sent successfully!");
  await waitFor(() => expect(values()).toEqual(["", "", "", ""]));
  expect(document.querySelector("form [role=alert]")).toBe(null);
});

test("a message is not cut, however long it is", async () => {
  arrives();
  live(ContactForm, props);
  await fill([...typed.slice(0, 3), "y".repeat(10_001)]);
  await userEvent.click(send());
  await screen.findByText("Message sent successfully!");
  expect(JSON.parse(calls[0]?.body ?? "{}").message).toHaveLength(10_001);
});
