import { expect, screen, test, within } from "@/test/dashboard";
import { enlist } from "@/test/people";
import "@/test/uploads";

// Settings, Import: a file is chosen, imported, and reported on; and everything is taken out again.

const IMPORT = "tab=settings&view=import";

const post = (id: number, title: string, status = "publish") => `<item><title>${title}</title>
  <link>https://old.example/${id}/</link><content:encoded><![CDATA[Text ${id}]]></content:encoded>
  <wp:post_id>${id}</wp:post_id><wp:post_date_gmt>2024-01-02 03:04:05</wp:post_date_gmt>
  <wp:post_name>post-${id}</wp:post_name><wp:status>${status}</wp:status><wp:post_type>post</wp:post_type></item>`;

const wordpress = (...items: string[]) =>
  new File(
    [
      `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><link>https://old.example</link>
      ${items.join("\n")}</channel></rss>`,
    ],
    "old.xml",
    { type: "text/xml" },
  );

test("a file is imported by keyboard, and its report says what became of each item", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  await dashboard.open(IMPORT);
  const form = within(await screen.findByRole("form", { name: "Import a file" }));
  const choose = async (file: File) => {
    const input = document.querySelector<HTMLInputElement>('form[aria-label="Import a file"] input[type="file"]');
    if (!input) throw new Error("there is no input for a file");
    await user.upload(input, file);
    form.getByRole("button", { name: "Import" }).focus();
    await user.keyboard("{Enter}");
  };
  await choose(new File(["words"], "notes.xml"));
  await form.findByText(/^This is neither an export of WordPress/);

  await choose(wordpress(post(1, "Imported by hand"), post(2, "Thrown away", "trash")));
  const report = within(await screen.findByRole("region", { name: "Report of old.xml" }));
  await report.findByText("Done: 2 items");
  report.getByText("WordPress");
  report.getByText("It was in WordPress's trash.");
  await user.click(report.getByText("1 was created"));
  const link = report.getByRole("link", { name: "Imported by hand" });
  const articles = await editor.call<{ id: string; title: string; status: string }[]>("GET", "/api/articles");
  const made = articles.find(({ title }) => title === "Imported by hand");
  expect(made).toMatchObject({ status: "draft" });
  expect(link.getAttribute("href")).toBe(`/admin/dashboard?tab=articles&edit=${made?.id}`);

  await screen.findByRole("button", { name: "Report of old.xml", pressed: true });
  const all = screen.getByRole("link", { name: "Export everything" });
  expect(all.getAttribute("href")).toBe("/api/admin/export");
});

test("authors do not see it", async ({ cms, editor, dashboard }) => {
  const author = await enlist(cms, editor, { name: "Ravi Kumar", email: "ravi@academy.test" });
  await dashboard.leave();
  dashboard.enter(author);
  await dashboard.visit(`/admin/dashboard?${IMPORT}`);
  await screen.findByText("Your role does not include this");
  expect(screen.queryByRole("tab", { name: "Import" })).toBeNull();
  expect((await author.request("GET", "/api/admin/export")).status).toBe(403);
});
