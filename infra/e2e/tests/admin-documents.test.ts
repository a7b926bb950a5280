import { docx, drawing, noteReference, p, r, style } from "@academy/shared/test/docx";
import { png } from "@academy/shared/test/png";
import { offer, text, written } from "../src/dashboard";
import { expect, test } from "../src/test";
import { eventually } from "../src/wait";

// Documents from outside in a real browser, under the server's content policy, by the code that is fetched for them. What
// each kind becomes is in admin/src/editor.

test("a Word document is brought in with its pictures, and Markdown and legacy fonts are pasted", async ({
  dashboard,
}) => {
  const page = await dashboard.open("tab=articles");
  const bytes = docx({
    media: { "a.png": png(30, 20, [180, 71, 46]) },
    footnotes: ["Maneka Gandhi"],
    body:
      p("Fundamental rights", style("Heading1")) +
      p(r("Article 21") + noteReference(1)) +
      p("<m:oMath><m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>3</m:t></m:r></m:den></m:f></m:oMath>") +
      p(drawing("rIdPic1", "A map")),
  });
  await page.getByRole("button", { name: "Import document" }).waitFor();
  const file = { name: "lecture.docx", mimeType: "application/octet-stream", buffer: Buffer.from(bytes) };
  await page.locator('input[name="document_file"]').setInputFiles(file);
  await page.getByText("lecture.docx is in the text.").waitFor();
  await expect.poll(() => written(page)).toContain("Maneka Gandhi");
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Fundamental rights");
  const html = await written(page);
  expect(html).toContain("\\frac{1}{3}");
  expect(html).toMatch(/<img src="\/media\/[^>]*alt="A map"/);
  await text(page).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await offer(page, "paste", { text: "**bold**\n\n- one\n- two" });
  const becomes = (html: string) => eventually(`the form holds ${html}`, async () => (await written(page)) === html);
  await becomes("<p><strong>bold</strong></p><ul><li>one</li><li>two</li></ul>");
  await page.keyboard.press("Control+z");
  await becomes("<p>**bold**</p><p><br></p><p>- one</p><p>- two</p>");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await offer(page, "paste", { text: "¨sÁgÀvÀzÀ ¸ÀA«zsÁ£À" });
  await page.getByRole("button", { name: "Convert to Unicode" }).first().click();
  await becomes("<p>ಭಾರತದ ಸಂವಿಧಾನ</p>");
});
