import { LexicalComposer } from "@lexical/react/LexicalComposer";
import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, describe, expect, it } from "vitest";
import { NODES, TOOLBAR } from "./features";
import { Toolbar } from "./Toolbar";

beforeAll(() => {
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
});

function show() {
  const onError = (error: Error) => {
    throw error;
  };
  render(
    <MantineProvider env="test">
      <LexicalComposer initialConfig={{ namespace: "test", nodes: NODES, onError }}>
        <Toolbar controls="text" tools={TOOLBAR} />
      </LexicalComposer>
    </MantineProvider>,
  );
  return screen.getByRole("toolbar", { name: "Formatting" });
}

describe("the toolbar", () => {
  it("names its buttons with the words of specification and contract", () => {
    const names = within(show())
      .getAllByRole("button")
      .map((button) => button.getAttribute("aria-label"));
    expect(names).toEqual([
      "Header",
      "Font",
      "Size",
      "Bold",
      "Italic",
      "Underline",
      "Strike",
      "Color",
      "Background",
      "Subscript",
      "Superscript",
      "Ordered List",
      "Bullet List",
      "Indent",
      "Outdent",
      "Align",
      "Blockquote",
      "Code Block",
      "Link",
      "Image",
      "Two pictures",
      "Video",
      "File",
      "Table",
      "Divider",
      "Callout",
      "Question",
      "Formula",
      "Footnote",
      "Find and replace",
      "Clean",
    ]);
  });

  it("is one stop for the Tab key, and arrow keys move within", async () => {
    const user = userEvent.setup();
    const before = document.body.appendChild(document.createElement("button"));
    const toolbar = show();
    before.focus();
    await user.tab();
    before.remove();
    expect(document.activeElement).toBe(within(toolbar).getByRole("button", { name: "Header" }));
    await user.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
    expect(document.activeElement).toBe(within(toolbar).getByRole("button", { name: "Bold" }));
    await user.keyboard("{End}");
    expect(document.activeElement).toBe(within(toolbar).getByRole("button", { name: "Clean" }));
    await user.tab();
    expect(toolbar.contains(document.activeElement)).toBe(false);
  });
});
