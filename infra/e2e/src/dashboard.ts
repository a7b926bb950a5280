import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import type { Editor } from "./api";
import { settled, type Visitor } from "./browser";
import type { Product } from "./product";
import { eventually } from "./wait";

export type Theme = "light" | "dark";

/** Pages of the dashboard for somebody who is signed in. */
export class Dashboard {
  constructor(
    private readonly product: Product,
    private readonly editor: Editor,
    private readonly visitor: Visitor,
  ) {}

  /** The address of a tab. */
  address(query: string): string {
    return `${this.product.url}/admin/dashboard?${query}`;
  }

  /** An empty page of somebody who is signed in. */
  async page(options: BrowserContextOptions = {}): Promise<Page> {
    const { url } = this.product;
    return this.visitor.page(
      options,
      this.editor.cookies().map((cookie) => ({ ...cookie, url })),
    );
  }

  /** Opens a tab, in the light theme unless told otherwise. */
  async open(query: string, options: BrowserContextOptions & { theme?: Theme } = {}): Promise<Page> {
    const { theme, ...rest } = options;
    const page = await this.page(rest);
    if (theme) await page.addInitScript((value) => localStorage.setItem("theme", value), theme);
    await page.goto(this.address(query));
    await page.getByRole("tabpanel").getByRole("heading").first().waitFor();
    return page;
  }
}

/**
 * Shows another tab or view as a link does, which takes a third of what it takes to load the page. Nothing may be
 * unsaved: that would be asked about.
 */
export async function turnTo(page: Page, query: string): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").first().waitFor({ state: "hidden" });
  const before = await page.evaluate((query) => {
    const panels = [...document.querySelectorAll("[role=tabpanel]")].map(({ ariaLabel }) => ariaLabel).join();
    history.pushState(null, "", `?${query}`);
    dispatchEvent(new PopStateEvent("popstate"));
    return panels;
  }, query);
  await page.waitForFunction(
    (before) => [...document.querySelectorAll("[role=tabpanel]")].map(({ ariaLabel }) => ariaLabel).join() !== before,
    before,
  );
  await page.getByRole("tabpanel").getByRole("heading").first().waitFor();
}

/** A view of the Settings tab, for its address. */
export const settings = (view: string) => `tab=settings&view=${view}`;

/** The text of the article that is being written. */
export const text = (page: Page) => page.locator('[contenteditable="true"]');

/** A button of the editor. */
export const tool = (page: Page, name: string) =>
  page.getByRole("toolbar", { name: "Formatting" }).getByRole("button", { name, exact: true });

/** The dialog that offers the library. */
export const chooseMedia = (page: Page) => page.getByRole("dialog", { name: "Choose media" });

/** Uploads a file in the dialog *Choose media* of a field, and waits until it is chosen. */
export async function uploadTo(page: Page, of: string, file: Parameters<Locator["setInputFiles"]>[0]): Promise<void> {
  await page.getByRole("button", { name: `Choose media: ${of}` }).click();
  await page.locator('input[name="media"]').setInputFiles(file);
  await chooseMedia(page).waitFor({ state: "hidden" });
}

/** Adds a picture to the text at the cursor, by the tool *Image*; without words it is decorative. */
export async function addPicture(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
  words = "",
): Promise<void> {
  // Playwright begins to intercept in the background: a click at once would open the browser's own dialog.
  const choosing = page.waitForEvent("filechooser");
  await tool(page, "Image").click();
  await chooseMedia(page).getByRole("button", { name: "Upload", exact: true }).click();
  await (await choosing).setFiles(file);
  const description = chooseMedia(page).getByRole("textbox", { name: "Description (alt text)" });
  await description.fill(words);
  await chooseMedia(page)
    .getByRole("button", { name: words ? "Insert" : "Decorative" })
    .click();
  await chooseMedia(page).waitFor({ state: "hidden" });
}

/** The HTML that the form would save. */
export const written = (page: Page) => page.locator('input[name="content"]').inputValue();

/** One message at the top right. */
export const toast = (page: Page, words: string) => page.locator(".toast", { hasText: words }).first();

/** Waits for a message that no earlier call has seen, and not for its end: the next one may have the same words. */
export const told = (page: Page, words: string): Promise<void> =>
  page
    .locator(".toast:not([data-seen])", { hasText: words })
    .first()
    .evaluate((message) => message.setAttribute("data-seen", ""));

/** Has messages stay until they are dismissed, as under the pointer: a busy machine may press their button late. */
export const keepMessages = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const hold = () =>
      document.querySelector("body > section[aria-label=Messages]")?.dispatchEvent(new PointerEvent("pointerenter"));
    new MutationObserver(hold).observe(document.body, { childList: true });
    hold();
  });

/** What is said, and offered, of changes that the server keeps and nobody has published. */
export const unpublished = (page: Page) =>
  page.locator(".unpublished").getByText("Unpublished changes", { exact: true });

/** The page in the preview. */
export const previewed = (page: Page) => page.frameLocator('iframe[title*="Preview"]');

/** Has the page's time stand still until the test moves it. */
export async function freeze(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
}

/** Waits until a tab asks for nothing more: what it still asks for when its session ends is refused, which it says. */
export async function rested(page: Page): Promise<void> {
  const status = await page.request.get(new URL("/api/publish/status", page.url()).href);
  const json = await status.json();
  await page.route("**/api/publish/status", (route) => route.fulfill({ json }));
  await settled(page);
}

/** Waits until the keyboard's focus is there. */
export const focused = (target: Locator) =>
  eventually(`the focus is on ${target}`, () => target.evaluate((element) => element === document.activeElement));

/** Answers a dialog that asks exactly this, and names what it is about. */
export async function answer(page: Page, question: string | RegExp, button: string, about = ""): Promise<void> {
  const dialog = page.getByRole("dialog", { name: question, exact: true });
  if (about) await dialog.getByText(about, { exact: true }).waitFor();
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** Presses a button and says yes to the question that follows, by keyboard: the careful answer has the focus first. */
export async function confirm(page: Page, button: string, yes: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await focused(dialog.getByRole("button", { name: "Cancel" }));
  await page.keyboard.press("Tab");
  await focused(dialog.getByRole("button", { name: yes, exact: true }));
  await page.keyboard.press("Enter");
}

/** Pastes or drops data as another program offers it, at the cursor. */
export async function offer(
  page: Page,
  how: "paste" | "drop",
  data: { html?: string; text?: string; image?: Buffer },
): Promise<void> {
  await text(page).evaluate(
    (element, { how, html, text, image }) => {
      const transfer = new DataTransfer();
      if (html !== undefined) transfer.setData("text/html", html);
      if (text !== undefined) transfer.setData("text/plain", text);
      if (image) {
        const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], "picture.png", { type: "image/png" }));
      }
      const shared = { bubbles: true, cancelable: true };
      const last = element.lastElementChild ?? element;
      const { left, top } = last.getBoundingClientRect();
      last.dispatchEvent(
        how === "paste"
          ? new ClipboardEvent("paste", { ...shared, clipboardData: transfer })
          : new DragEvent("drop", { ...shared, dataTransfer: transfer, clientX: left + 2, clientY: top + 2 }),
      );
    },
    { how, html: data.html, text: data.text, image: data.image?.toString("base64") },
  );
}

/** How a run of text looks, as far as a format can decide it. */
export type Look = Record<string, string | number>;

/** The looks of texts below `scope`: of each the first that holds its words. */
export function looksOf(page: Page, scope: string, texts: Record<string, string>): Promise<Record<string, Look>> {
  return page.evaluate(
    ({ scope, texts }) => {
      const root = document.querySelector(scope);
      if (!root) throw new Error(`there is no ${scope}`);
      const look = (words: string) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        let node = walker.nextNode();
        while (node && !node.textContent?.includes(words)) node = walker.nextNode();
        if (!node?.parentElement) throw new Error(`${scope} is without "${words}": ${root.innerHTML}`);
        const style = getComputedStyle(node.parentElement);
        const look: Record<string, string | number> = {
          color: style.color,
          "font-family": style.fontFamily,
          "font-size": style.fontSize,
          "font-style": style.fontStyle,
          "font-weight": style.fontWeight,
          "line-height": style.lineHeight,
          "text-align": style.textAlign.replace("start", "left"),
          "list-style-type": style.listStyleType,
        };
        const lines = new Set<string>();
        let ground = "rgba(0, 0, 0, 0)";
        let raised = "baseline";
        for (let element: Element | null = node.parentElement; element && element !== root; ) {
          const { textDecorationLine, backgroundColor, verticalAlign } = getComputedStyle(element);
          if (verticalAlign !== "baseline") raised = verticalAlign;
          for (const line of textDecorationLine.split(" ")) if (line !== "none") lines.add(line);
          if (ground === "rgba(0, 0, 0, 0)") ground = backgroundColor;
          element = element.parentElement;
        }
        look["text-decoration"] = [...lines].sort().join(" ");
        look.background = ground;
        look["vertical-align"] = raised;
        const range = document.createRange();
        range.selectNodeContents(node);
        const page = getComputedStyle(root);
        const edge = root.getBoundingClientRect().left + Number.parseFloat(page.paddingLeft);
        // Where centred text begins depends on how wide the column is.
        if (/^(left|justify)$/.test(String(look["text-align"]))) {
          look.left = Math.round(range.getBoundingClientRect().left - edge);
        }
        return look;
      };
      return Object.fromEntries(Object.entries(texts).map(([name, words]) => [name, look(words)]));
    },
    { scope, texts },
  );
}
