import type { Locator, Page } from "playwright-core";
import { violations } from "../src/axe";
import { type Dashboard, focused, offer, text, tool, written } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// What only a browser shows of the article editor's tables, moved blocks, input methods and formats for exams: layout,
// the mouse, real keys in blocks that hold blocks, where the focus goes. What commands and dialogs write is in
// admin/src/editor/*.test.ts.

/** An empty article in the form, with the cursor in its text; what an earlier test left is not kept. */
async function write(dashboard: Dashboard, title: string): Promise<Page> {
  const page = await dashboard.open("tab=articles");
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await text(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await isWritten(page, /^(<p><br><\/p>)?$/);
  return page;
}

const isWritten = (page: Page, html: string | RegExp) =>
  eventually(`the form holds ${html}`, async () => {
    const now = await written(page);
    if (typeof html === "string" ? now !== html : !html.test(now)) throw new Error(`it holds ${now}`);
    return true;
  });

/** Waits until the editor has heard where the browser has put the caret: `selectionchange` comes with a frame. */
const caretHeard = (page: Page) =>
  page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await caretHeard(page);
  }
}

const insert = (page: Page) => page.getByRole("listbox", { name: "Insert" });
const tableTool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Table" }).getByRole("button", { name, exact: true });
const cell = (page: Page, words: string) => text(page).getByRole("cell", { name: words, exact: true });

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not shown`);
  return box;
}

/** Drags with the mouse from one place to another. */
async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

const widths = async (page: Page) => [...(await written(page)).matchAll(/width: (\d+)px/g)].map(([, px]) => Number(px));

test("a table is inserted by a slash, filled by keys, widened by mouse and keys, and its cells merged by a drag", async ({
  dashboard,
}) => {
  const page = await write(dashboard, "Rain");
  await page.keyboard.type("/");
  await insert(page).waitFor();
  expect(await violations(page, ".editor")).toEqual([]);
  await page.keyboard.type("TAB");
  await eventually("only the table is left", async () => (await insert(page).getByRole("option").count()) === 1);
  await page.keyboard.press("Enter");
  await insert(page).waitFor({ state: "hidden" });
  for (const words of ["State", "Rain", "Share", "Karnataka", "1248", "74", "ಕೇರಳ", "2068"]) {
    await page.keyboard.insertText(words);
    await press(page, "Tab");
  }
  const head = '<thead><tr><th scope="col">State</th><th scope="col">Rain</th><th scope="col">Share</th></tr></thead>';
  const body = "<tr><td>Karnataka</td><td>1248</td><td>74</td></tr><tr><td>ಕೇರಳ</td><td>2068</td><td></td></tr>";
  await isWritten(page, `<figure class="table"><table>${head}<tbody>${body}</tbody></table></figure><p><br></p>`);
  expect(await violations(page, ".editor")).toEqual([]);

  // The border between the first two columns, 60 pixels to the right; the mouse neither moves the caret nor selects.
  const first = await boxOf(cell(page, "Karnataka"));
  const second = await boxOf(cell(page, "1248"));
  const border = { x: first.x + first.width - 1, y: first.y + first.height / 2 };
  await drag(page, border, { x: border.x + 60, y: border.y + 30 });
  await eventually("the column has its width", async () => (await widths(page)).length === 3);
  const [wider = 0, same = 0] = await widths(page);
  expect(Math.abs(wider - first.width - 60)).toBeLessThanOrEqual(1);
  expect(Math.abs(same - second.width)).toBeLessThanOrEqual(1);
  expect(Math.abs((await boxOf(cell(page, "Karnataka"))).width - wider)).toBeLessThanOrEqual(1);
  await page.keyboard.type("68");
  await isWritten(page, /<td>68<\/td><\/tr>/);
  await press(page, "Alt+ArrowRight", "Alt+ArrowRight", "Alt+ArrowLeft");
  const [, , last = 0] = await widths(page);
  await press(page, "Alt+ArrowRight");
  await eventually("a key makes it wider", async () => (await widths(page))[2] === last + 10);
  expect(page.url()).toContain("tab=articles");

  // Out of the table at both ends, where a paragraph begins, and back into it.
  await press(page, "ArrowDown");
  await page.keyboard.type("below");
  await press(page, "ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp");
  await page.keyboard.type("above");
  await isWritten(page, /^<p>above<\/p><figure .*<\/figure><p>below<\/p>$/);
  await press(page, "ArrowDown");
  await tableTool(page, "Merge cells").waitFor();
  await press(page, "Home", "Backspace");
  await isWritten(page, /<th scope="col">State<\/th>/);

  const [from, to] = [await boxOf(cell(page, "1248")), await boxOf(cell(page, "68"))];
  const middle = ({ x, y, width, height }: typeof from) => ({ x: x + width / 2, y: y + height / 2 });
  await drag(page, middle(from), middle(to));
  await tableTool(page, "Merge cells").click();
  await isWritten(page, /<td colspan="2" rowspan="2"><p>1248<\/p><p>74<\/p><p>2068<\/p><p>68<\/p><\/td>/);
  await page.keyboard.press("Control+z");
  await isWritten(page, /<td>1248<\/td><td>74<\/td>/);
});

test("blocks and items are dragged by a handle, and moved by keys", async ({ dashboard }) => {
  const page = await write(dashboard, "Order");
  await page.keyboard.type("one\ntwo\n- a\nb\nc");
  const stored = "<p>one</p><p>two</p><ul><li>a</li><li>b</li><li>c</li></ul>";
  await isWritten(page, stored);
  const handle = page.locator(".editor-handle");
  const take = async (words: string, over: string) => {
    await text(page).getByText(words, { exact: true }).hover();
    await eventually(`the handle is beside ${words}`, async () => {
      const [grip, line] = [await boxOf(handle), await boxOf(text(page).getByText(words, { exact: true }))];
      return Math.abs(grip.y + grip.height / 2 - line.y - line.height / 2) < 4;
    });
    const [grip, target] = [await boxOf(handle), await boxOf(text(page).getByText(over, { exact: true }))];
    await drag(page, { x: grip.x + 8, y: grip.y + 12 }, { x: target.x, y: target.y + 2 });
  };
  await take("two", "one");
  await isWritten(page, "<p>two</p><p>one</p><ul><li>a</li><li>b</li><li>c</li></ul>");
  await take("c", "a");
  await isWritten(page, "<p>two</p><p>one</p><ul><li>c</li><li>a</li><li>b</li></ul>");
  for (let i = 0; i < 2; i++) await page.keyboard.press("Control+z");
  await isWritten(page, stored);
  await text(page).getByText("two", { exact: true }).click();
  await caretHeard(page);
  await press(page, "Alt+Shift+ArrowUp");
  await isWritten(page, "<p>two</p><p>one</p><ul><li>a</li><li>b</li><li>c</li></ul>");
  await page.getByRole("status").filter({ hasText: "Moved to 1 of 3" }).waitFor();
  await focused(text(page));
  await press(page, "End");
  // A tool that puts something into the text leaves the focus there.
  await tool(page, "Table").focus();
  await page.keyboard.press("Enter");
  await focused(text(page));
  await page.keyboard.type("x");
  await isWritten(page, /^<p>two<\/p><figure .*<th scope="col">x<\/th>.*<\/figure><p>one<\/p>/);
});

test("an input method filters the listbox, and what it composes becomes no format before its end", async ({
  dashboard,
}) => {
  const page = await write(dashboard, "Composed");
  const input = await page.context().newCDPSession(page);
  const compose = (words: string) =>
    input.send("Input.imeSetComposition", { text: words, selectionStart: words.length, selectionEnd: words.length });
  const commit = (words: string) => input.send("Input.insertText", { text: words });
  await page.keyboard.type("**");
  await compose("कर्");
  await compose("कर्म**");
  await isWritten(page, "<p>**कर्म**</p>");
  await commit("कर्म**");
  await isWritten(page, "<p><strong>कर्म</strong></p>");
  await press(page, "Enter");
  await page.keyboard.type("/");
  await compose("div");
  await eventually("only the divider is left", async () => (await insert(page).getByRole("option").count()) === 1);
  await commit("div");
  await press(page, "Enter");
  await isWritten(page, "<p><strong>कर्म</strong></p><hr><p><br></p>");
  // Hindi words after a slash are words.
  await page.keyboard.type("/");
  await insert(page).waitFor();
  await compose("ता");
  await insert(page).waitFor({ state: "hidden" });
  await commit("तालिका");
  await isWritten(page, /<p>\/तालिका<\/p>$/);
});

test("on a phone a wide table scrolls in its own frame, with whole words, and the page does not", async ({
  dashboard,
}) => {
  const page = await dashboard.open("tab=articles", { viewport: { width: 390, height: 844 } });
  await text(page).click();
  const row = (tag: string, words: string) => `<tr>${`<${tag}>${words}</${tag}>`.repeat(9)}</tr>`;
  await offer(page, "paste", { html: `<table>${row("th", "Constituencies")}${row("td", "1951")}</table>` });
  const frame = page.locator(".editor-table-scroll");
  await frame.waitFor();
  expect(await frame.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const lines = await frame.locator("th p").evaluateAll((all) => all.map((words) => words.getClientRects().length));
  expect(new Set(lines)).toEqual(new Set([1]));
  const heights = await frame.locator("th, td").evaluateAll((all) => all.map((each) => each.clientHeight));
  expect(Math.max(...heights)).toBe(Math.min(...heights));
  await tool(page, "Table").waitFor();
});

test("callouts, questions, formulas and footnotes are written by keys alone, and words are found", async ({
  dashboard,
}) => {
  const page = await write(dashboard, "For the exam");
  const { keyboard } = page;
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  const inText = () => focused(text(page));

  // A callout from the list, its kind by keys, and out of it by an arrow.
  await keyboard.type("/callout");
  await page.getByRole("option", { name: "Callout" }).waitFor();
  await keyboard.press("Enter");
  await keyboard.insertText("Article 14");
  await keyboard.press("Tab");
  await focused(page.getByRole("combobox", { name: "Kind of callout" }));
  await keyboard.press("ArrowDown");
  await keyboard.press("Shift+Tab");
  await inText();
  await keyboard.press("ArrowDown");
  const callout = '<aside class="callout callout-tip"><p>Article 14</p></aside>';
  await keyboard.type("Who?");
  await isWritten(page, `${callout}<p>Who?</p>`);

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
  await isWritten(page, `${callout}${question}<p>so&nbsp;</p>`);

  // A formula, opened again from the arrow keys, and a footnote.
  await tool(page, "Formula").focus();
  await keyboard.press("Enter");
  await focused(field("LaTeX"));
  await keyboard.type("x");
  await keyboard.press("Enter");
  await inText();
  await keyboard.press("ArrowLeft");
  await keyboard.press("Enter");
  await focused(field("LaTeX"));
  await keyboard.type("^2");
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Formula" }).waitFor({ state: "hidden" });
  await inText();
  await keyboard.press("ArrowRight");
  await tool(page, "Footnote").focus();
  await keyboard.press("Enter");
  await focused(field("Note"));
  await keyboard.insertText("Article 21");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Footnote" }).waitFor({ state: "hidden" });
  const line =
    '<p>so <span class="formula" data-formula="x^2">x^2</span><span class="footnote" role="note">Article 21</span></p>';
  await isWritten(page, callout + question + line);
  expect(await text(page).locator("math msup").count()).toBe(1);

  // Found by Ctrl+F, marked, and the focus comes back with the words selected.
  await keyboard.press("Control+f");
  await focused(field("Find"));
  await keyboard.type("ARTICLE");
  await page.getByText("1 of 1", { exact: true }).waitFor();
  // A search for the beginning finds one, too.
  const marked = () => page.evaluate(() => [...(CSS.highlights.get("found-current") ?? [])].map(String));
  await expect.poll(marked).toEqual(["Article"]);
  await keyboard.press("Escape");
  await inText();
  expect(await page.evaluate(() => [CSS.highlights.size, String(getSelection())])).toEqual([0, "Article"]);
});
