import { FORMATS } from "@academy/shared/test/formats";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { $createParagraphNode, $createTextNode, $getRoot } from "lexical";
import { beforeAll, expect, it } from "vitest";
import { install } from "@/test/browser";
import { change, show } from "./testScreen";

// Each format by its keys, and its way back. That the browser has them for its own purposes is no hindrance:
// infra/e2e/tests/admin-content-editor.test.ts.

beforeAll(install);

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

/** Presses keys as `Control+Shift+x` on what has the focus, and does not press again what they have opened. */
function press(keys: string): void {
  const all = keys.split("+");
  const key = all.at(-1) ?? "";
  const shift = all.includes("Shift");
  const code = /\d/.test(key) ? `Digit${key}` : /[a-z]/.test(key) ? `Key${key.toUpperCase()}` : "";
  fireEvent.keyDown(document.activeElement ?? document.body, {
    ...{ ctrlKey: all.includes("Control"), altKey: all.includes("Alt"), shiftKey: shift },
    ...{ key: shift ? key.toUpperCase() : key, code },
  });
}

it.each(FORMATS.flatMap((format) => (format.keys ? [[format.name, format, format.keys] as const] : [])))(
  "%s",
  async (_name, { times = 1, html: wanted, input }, keys) => {
    const { root, editor, html } = await show("");
    await change(editor, () => {
      const paragraph = $createParagraphNode().append($createTextNode("Sample words"));
      $getRoot().clear().append(paragraph);
      paragraph.select(0, 1);
    });
    for (let i = 0; i < times; i++) press(keys);
    if (input) {
      fireEvent.change(await screen.findByRole("textbox", { name: input[0] }), { target: { value: input[1] } });
      await user.keyboard("{Enter}");
    }
    await waitFor(() => expect(html()).toBe(wanted));
    root.focus();
    await change(editor, () => $getRoot().getAllTextNodes()[0]?.select(0));
    press("Control+\\");
    await waitFor(() => expect(html()).toBe("<p>Sample words</p>"));
  },
);
