import { text, tool, written } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// What only a browser shows of the formats for exams: real keys in blocks that hold blocks, where the focus goes, and
// what is marked in the text. What each dialog writes is in admin/src/editor/dialogs.test.tsx.

test("callouts, questions, formulas and footnotes are written by keys alone, and words are found", async ({
  dashboard,
}) => {
  const page = await dashboard.open("tab=articles");
  const { keyboard } = page;
  const isWritten = (html: string) =>
    eventually(`the form holds ${html}`, async () => {
      const now = await written(page);
      if (now !== html) throw new Error(`it holds ${now}`);
      return true;
    });
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const focused = (name: string) =>
    eventually(`${name} has the focus`, () => field(name).evaluate((element) => element === document.activeElement));
  const inText = () =>
    eventually("the text has the focus", () => text(page).evaluate((element) => element === document.activeElement));
  await text(page).click();

  // A callout from the list, its kind by keys, and out of it by an arrow.
  await keyboard.type("/callout");
  await page.getByRole("option", { name: "Callout" }).waitFor();
  await keyboard.press("Enter");
  await keyboard.insertText("Article 14");
  await keyboard.press("Tab");
  await eventually("its kind has the focus", () =>
    page.getByRole("combobox", { name: "Kind of callout" }).evaluate((element) => element === document.activeElement),
  );
  await keyboard.press("ArrowDown");
  await keyboard.press("Shift+Tab");
  await inText();
  await keyboard.press("ArrowDown");
  const callout = '<aside class="callout callout-tip"><p>Article 14</p></aside>';
  await keyboard.type("Who?");
  await isWritten(`${callout}<p>Who?</p>`);

  // A question, a list in its answer, and out of both by Enter.
  await tool(page, "Question").focus();
  await keyboard.press("Enter");
  await inText();
  await keyboard.press("Enter");
  await keyboard.press("Control+Shift+8");
  await keyboard.type("All");
  for (let i = 0; i < 3; i++) await keyboard.press("Enter");
  await keyboard.type("so ");
  const question = '<details class="question"><summary>Who?</summary><ul><li>All</li></ul></details>';
  await isWritten(`${callout}${question}<p>so&nbsp;</p>`);

  // A formula, opened again from the arrow keys, and a footnote.
  await tool(page, "Formula").focus();
  await keyboard.press("Enter");
  await focused("LaTeX");
  await keyboard.type("x");
  await keyboard.press("Enter");
  await inText();
  await keyboard.press("ArrowLeft");
  await keyboard.press("Enter");
  await focused("LaTeX");
  await keyboard.type("^2");
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Formula" }).waitFor({ state: "hidden" });
  await inText();
  await keyboard.press("ArrowRight");
  await tool(page, "Footnote").focus();
  await keyboard.press("Enter");
  await focused("Note");
  await keyboard.insertText("Article 21");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Footnote" }).waitFor({ state: "hidden" });
  const line =
    '<p>so <span class="formula" data-formula="x^2">x^2</span><span class="footnote" role="note">Article 21</span></p>';
  await isWritten(callout + question + line);
  expect(await text(page).locator("math msup").count()).toBe(1);

  // Found by Ctrl+F, marked, and the focus comes back with the words selected.
  await keyboard.press("Control+f");
  await focused("Find");
  await keyboard.type("ARTICLE");
  await page.getByText("1 of 1", { exact: true }).waitFor();
  expect(await page.evaluate(() => CSS.highlights.get("found-current")?.size)).toBe(1);
  await keyboard.press("Escape");
  await inText();
  expect(await page.evaluate(() => [CSS.highlights.size, String(getSelection())])).toEqual([0, "Article"]);
});
