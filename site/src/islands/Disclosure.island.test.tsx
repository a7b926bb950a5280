import { screen, waitFor } from "@testing-library/dom";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { Disclosure } from "./Disclosure";
import { live } from "./testing";

const style = document.createElement("style");
afterEach(() => style.remove());

function Menu() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Disclosure aria-controls="menu" buttonRef={{ current: null }} open={open} onOpen={setOpen}>
        Menu
      </Disclosure>
      <ul id="menu" />
    </>
  );
}

test.each([
  ["#menu { --open: 1 }", "true"],
  ["#menu { --open: 0 }", "false"],
  ["", "false"],
])("what the stylesheet has opened (%s) stays open, and the button says so from then on", async (css, expanded) => {
  style.textContent = css;
  document.head.append(style);
  live(Menu, {});
  await waitFor(() => expect(screen.getByRole("button").getAttribute("aria-expanded")).toBe(expanded));
  expect(screen.getByRole("button").getAttribute("tabindex")).toBe("0");
});
