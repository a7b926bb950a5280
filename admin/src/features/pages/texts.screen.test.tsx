import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { named, value } from "@/test/forms";
import { fill, focused } from "@/test/hands";
import { told } from "@/test/messages";

const button = (name: string | RegExp) => screen.findByRole("button", { name });

test("changes of a page's texts are not given up unasked", async ({ dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=pages&page=about");
  const top = () => screen.findByRole("group", { name: "Top of the page" });
  await within(await top()).findAllByRole("textbox");
  await fill(user, named("title", await top()), "Who we are");
  await user.click(await button("Cancel"));
  const question = "Discard your changes to these texts?";
  within(await screen.findByRole("dialog", { name: question })).getByText("About");
  await answer(user, question, "Keep editing");
  expect(value(named("title", await top()))).toBe("Who we are");
  await focused(await button("Cancel"));
  await user.click(await button("Cancel"));
  await answer(user, question, "Discard changes");
  await button("New Page");
});

test("a text of the site's own page that is refused says so at its field, also in a folded entry", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  dashboard.expected.push(/422/);
  await dashboard.open("tab=pages&page=foundation-test-series");
  const section = await screen.findByRole("group", { name: "Syllabus" });
  const edits = await within(section).findAllByRole("button", { name: /^Edit / });
  await fill(user, named("heading", section), "What is asked");
  await user.click(edits[2] as HTMLElement);
  const title = () => section.querySelector<HTMLInputElement>('[name="subjects[2].title"]');
  const name = title()?.value;
  await fill(user, title() as HTMLElement, "x".repeat(600));
  await user.click(within(section).getByRole("button", { name: /^Close x/ }));
  await waitFor(() => expect(title()).toBeNull());
  await user.click(await button("Save Texts"));
  await focused(title);
  expect(title()?.getAttribute("aria-invalid")).toBe("true");
  const described = document.getElementById(title()?.getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe("Give at most 500 characters; these are 600.");
  const texts = async () => {
    const address = "/api/page-content/foundation-test-series/syllabus";
    const items = await editor.call<{ type: string; content: string }[]>("GET", address);
    return Object.fromEntries(items.map(({ type, content }) => [type, content]));
  };
  // A section is one save: all of it, or nothing.
  expect(await texts()).toEqual({});
  await fill(user, title() as HTMLElement, `${name} and more`);
  await user.click(await button("Save Texts"));
  await told("Texts saved");
  const { heading, subjects } = await texts();
  expect(heading).toBe("What is asked");
  expect(JSON.parse(subjects ?? "")[2]).toMatchObject({ title: `${name} and more` });
});

test("who moves a page is told where links to its old path lead", async ({ editor, dashboard }) => {
  const fees = { path: "/fees-of-old", title: "Fees", status: "published", blocks: [] };
  const { id } = await editor.call<{ id: string }>("POST", "/api/admin/pages", fees);
  const { user } = dashboard;
  await dashboard.open(`tab=pages&edit=${id}`);
  await waitFor(() => expect(value(named("path"))).toBe("/fees-of-old"));
  await fill(user, named("path"), "/courses/fees");
  await screen.findByText("Links to /fees-of-old lead to the new path if the page was published.");
  await user.click(await button("Save Page"));
  await told("Page saved");
  const [moved] = await editor.call<{ path: string }[]>("GET", "/api/admin/pages?q=Fees");
  expect(moved?.path).toBe("/courses/fees");
});
