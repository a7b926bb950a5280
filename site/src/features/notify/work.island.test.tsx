import { createHash } from "node:crypto";
import { screen } from "@testing-library/dom";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answers, calls, defaults, live } from "@/islands/testing";
import { notifyForm } from "./fields";
import NotifyForm from "./NotifyForm";

// A form says how it was filled in, and does the work that the server asks for.

const CALL = "POST /api/notifications";
const texts = defaults(notifyForm);
const work = { challenge: "head.claims.signature", rounds: 3, bits: 8 };
const asked = () => Response.json({ type: "/problems/work", status: 428, detail: "Work first", work }, { status: 428 });
const sent = () => calls.map(({ body }) => JSON.parse(body));
const trap = () => document.querySelector<HTMLInputElement>("form .trap") as HTMLInputElement;

async function send(address = "asha@example.com") {
  await userEvent.type(screen.getByLabelText("Email"), address);
  await userEvent.click(screen.getByRole("button", { name: "Notify Me" }));
}

test("a form says which page it is from and after what time; what it says of the trap is not what stands there", async () => {
  answers[CALL] = () => Response.json({}, { status: 201 });
  window.history.replaceState(null, "", "/current-affairs-test?from=mail");
  live(NotifyForm, { texts, own: false });
  expect([trap().tabIndex, trap().getAttribute("aria-hidden"), trap().autocomplete]).toEqual([-1, "true", "off"]);
  await send();
  await screen.findByText(texts.done);
  expect(sent()[0].sent_from).toEqual({ path: "/current-affairs-test", after_ms: expect.any(Number) });
  trap().value = "filled in by a program";
  await send("program@example.com");
  await expect.poll(() => sent()[1]?.sent_from.trap).toBe(true);
  expect(JSON.stringify(sent())).not.toContain("filled in");
});

test("work is done without a word, and the same form is sent with it", async () => {
  let first = true;
  answers[CALL] = () => {
    if (!first) return Response.json({}, { status: 201 });
    first = false;
    return asked();
  };
  live(NotifyForm, { texts, own: false });
  await send();
  await screen.findByText(texts.done);
  const [before, after] = sent();
  expect({ ...after, sent_from: before.sent_from }).toEqual(before);
  const [challenge, numbers] = after.sent_from.work.split("~");
  expect(challenge).toBe(work.challenge);
  const hashes = numbers
    .split(",")
    .map((number: string, round: number) =>
      createHash("sha256").update(`signature.${round}.${number}`).digest().readUInt8(),
    );
  expect(hashes).toEqual([0, 0, 0]);
});

test("a server that is never content is said to have failed, and is asked twice", async () => {
  answers[CALL] = asked;
  live(NotifyForm, { texts, own: false });
  await send();
  await screen.findByText(texts.failed);
  expect(calls.length).toBe(2);
});
