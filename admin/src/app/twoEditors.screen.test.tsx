import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { entry, set } from "@/test/forms";
import { told } from "@/test/messages";

// Two people change the same lists: neither undoes unseen what the other did.

interface Entry {
  id: string;
  title: string;
  name: string;
  revision: number;
}
const button = (name: string) => screen.findByRole("button", { name });
const titled = (entries: Entry[]) => entries.map(({ title, name }) => title ?? name);

test("a move leaves the other's move alone, and one of the same entry is told", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const list = () => editor.call<Entry[]>("GET", "/api/differentiators");
  const swapLast = async () => {
    const now = await list();
    const last = now.at(-1) as Entry;
    await editor.call("PUT", "/api/admin/differentiators/reorder", {
      items: [{ id: last.id, order_index: now.length - 1 }],
    });
  };
  while ((await list()).length < 5) {
    await editor.call("POST", "/api/admin/differentiators", { title: `One of ${(await list()).length}` });
  }
  const before = titled(await list());
  await dashboard.open("tab=lists");
  await button(`Move down ${before[0]}`);
  await swapLast();
  await user.click(await button(`Move down ${before[0]}`));
  const [first, second, ...rest] = before as [string, string, ...string[]];
  const wanted = [second, first, ...rest.slice(0, -2), rest.at(-1), rest.at(-2)];
  await waitFor(async () => expect(titled(await list())).toEqual(wanted));
  await waitFor(() => {
    const panel = within(screen.getByRole("region", { name: "Differentiators" }));
    expect(panel.getAllByRole("group").map((group) => group.getAttribute("aria-label"))).toEqual(wanted);
  });

  await swapLast();
  await user.click(await button(`Move up ${wanted.at(-1)}`));
  const failed = await told("Failed to reorder");
  expect(failed.textContent).toContain("Somebody else");
  await waitFor(async () => expect(titled(await list())).toEqual(before.with(0, second).with(1, first)));
});

test("what somebody else has changed since it was listed is not deleted unseen", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const link = await editor.call<Entry>("POST", "/api/admin/social-media", {
    platform: "Github",
    url: "https://github.com/academy",
  });
  await dashboard.open("tab=social");
  await button("Delete Github");
  await editor.call("PUT", `/api/admin/social-media/${link.id}`, { url: "https://github.com/academy-2027" });
  const question = "Are you sure you want to delete this social media link?";
  await user.click(await button("Delete Github"));
  await answer(user, question, "Delete");
  const failed = await told("Failed to delete social media link");
  expect(failed.textContent).toContain("Somebody else changed this social link");
  await entry("https://github.com/academy-2027");
  await user.click(await button("Delete Github"));
  await answer(user, question, "Delete");
  await told("Social media link deleted successfully");
});

test("a section is hidden over what is listed: one that was renamed since is shown as it is first", async ({
  editor,
  dashboard,
}) => {
  dashboard.expected.push(/section update failed/);
  const { user, calls } = dashboard;
  const made = await editor.call<Entry>("POST", "/api/admin/sections", {
    name: "Seen",
    type: "seen",
    is_visible: true,
  });
  const change = (body: object) => editor.call("PUT", `/api/admin/sections/${made.id}`, body);
  const stored = async () =>
    (await editor.call<(Entry & { is_visible: boolean })[]>("GET", "/api/sections")).find(({ id }) => id === made.id);
  const statuses = () => calls.of("PUT", new RegExp(`/${made.id}$`)).map(({ status }) => status);
  await dashboard.open("tab=sections");
  const visible = await button("Visible: Seen");

  await change({ name: "Seen anew" });
  await user.click(visible);
  const dialog = within(await screen.findByRole("dialog", { name: /^Failed to toggle visibility: Somebody else/ }));
  expect(await stored()).toMatchObject({ name: "Seen anew", is_visible: true });
  await user.click(dialog.getByRole("button"));

  await editor.call("PUT", "/api/admin/sections/reorder", { sections: [{ id: made.id, display_order: 1 }] });
  await user.click(await button("Visible: Seen anew"));
  await button("Hidden: Seen anew");
  expect(await stored()).toMatchObject({ is_visible: false });

  const hidden = await button("Hidden: Seen anew");
  await change({ is_visible: true });
  await user.click(hidden);
  await button("Visible: Seen anew");
  expect(statuses()).toEqual([412, 412, 200, 412]);
});

test("every list deletes over the revision that it shows", async ({ editor, dashboard }) => {
  const { user, calls } = dashboard;
  const made = await Promise.all([
    editor.call<Entry>("POST", "/api/articles", { title: "Goes one", content: "<p>Text</p>" }),
    editor.call<Entry>("POST", "/api/admin/sections", { name: "Goes two", type: "goes-two" }),
    editor.call<Entry>("POST", "/api/admin/features", { title: "Goes three" }),
    editor.call<Entry>("POST", "/api/admin/pages", { title: "Goes four", path: "/goes-four", blocks: [] }),
  ]);
  const places = [
    ["tab=articles", "Delete Goes one"],
    ["tab=sections", "Delete Goes two"],
    ["tab=lists", "Delete Goes three"],
    ["tab=pages", "Delete Goes four"],
  ] as const;
  for (const [at, [query, name]] of places.entries()) {
    await dashboard.open(query);
    await user.click(await button(name));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: "Delete" }));
    await waitFor(() => {
      const [call] = calls.of("DELETE", new RegExp(`/${made[at]?.id}$`));
      expect([call?.headers.get("if-match"), call?.status]).toEqual([`"${made[at]?.revision}"`, 204]);
    });
    await dashboard.leave();
  }
});

test("scheduling over a newer save says that nothing will be published, and why", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const made = await editor.call<Entry>("POST", "/api/articles", { title: "For May", status: "published" });
  await editor.call("PUT", `/api/articles/${made.id}/working-copy`, { title: "For May, mine" });
  await dashboard.open(`tab=articles&edit=${made.id}`);
  await button("Publish changes");
  await editor.call("PUT", `/api/articles/${made.id}`, { title: "For May, theirs" });
  await user.click(await button("Schedule"));
  const dialog = within(await screen.findByRole("dialog", { name: "Schedule changes" }));
  set(dialog.getByLabelText(/^Publish these changes on/), "2036-05-01T06:00");
  await user.type(dialog.getByLabelText(/^Publish these changes on/), "{Enter}");
  const message = await told("Nothing will be published 1 May 2036, 06:00");
  expect(message.textContent).toContain("Somebody else has changed the same fields since: Title.");
  await screen.findByText(
    /^Nothing will be published 1 May 2036, 06:00: somebody else has changed the same fields since, Title\.$/,
  );
  await user.click(await button("Compare"));
  const sides = within(await screen.findByRole("dialog", { name: "Someone else saved this article" }));
  within(sides.getByRole("row", { name: /^Title/ })).getByText("For May, theirs");
});
