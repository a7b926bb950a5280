import type { Editor } from "@academy/shared/test/editor";
import { png } from "@academy/shared/test/png";
import type { Media } from "@/api/types";
import { reply } from "@/test/calls";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { closed, value } from "@/test/forms";
import { fill, focused } from "@/test/hands";
import { told } from "@/test/messages";
import { mp4, ofNode } from "@/test/uploads";

// The media library: found, described, cropped, replaced and deleted.

/** Each picture has a colour of its own: equal ones would be one file. */
let colour = 0;

async function add(editor: Editor, file: File): Promise<Media> {
  const form = new FormData();
  form.set("file", file);
  return editor.send("/api/admin/media", await ofNode(form));
}

function painted(name: string): File {
  colour++;
  const bytes = png(20 + colour, 10, [colour, 255 - colour, 90]) as Uint8Array<ArrayBuffer>;
  return new File([bytes], name, { type: "image/png" });
}

const addPicture = (editor: Editor, name: string) => add(editor, painted(name));
const addDocument = (editor: Editor, name: string) =>
  add(editor, new File([`${name} and nothing else`], name, { type: "text/plain" }));

async function find(editor: Editor, name: string): Promise<Media> {
  const all = await editor.call<Media[]>("GET", `/api/admin/media?q=${encodeURIComponent(name)}`);
  const found = all.find((media) => media.name === name);
  if (!found) throw new Error(`${name} is not in the library: ${all.map((media) => media.name)}`);
  return found;
}

const stored = ({ id }: Media, editor: Editor) => editor.call<Media>("GET", `/api/admin/media/${id}`);
const openButton = (name: string) => screen.findByRole("button", { name });
const panel = async (name: string) => within(await screen.findByRole("dialog", { name }));
const names = () => [...document.querySelectorAll(".media-open")].map(({ textContent }) => textContent);
const asked = () => Object.fromEntries(new URL(location.href).searchParams);
const search = () => screen.getByRole("searchbox", { name: "Search" });
const press = (name: string) => screen.getByRole("button", { name });

test("what is searched, narrowed, sorted and laid out stands in the address, and is there after a reload", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const beach = await addPicture(editor, "find-beach.png");
  await addPicture(editor, "find-attic.png");
  await addDocument(editor, "find-fees.txt");
  await editor.call("PUT", `/api/admin/media/${beach.id}`, { alt: "A beach", tags: ["summer"] });
  await dashboard.open("tab=media");
  await openButton("find-fees.txt");
  await fill(user, search(), "find-");
  await waitFor(() => expect(names()).toEqual(["find-fees.txt", "find-attic.png", "find-beach.png"]));
  await user.selectOptions(screen.getByRole("combobox", { name: "Sort" }), "Name, A to Z");
  await waitFor(() => expect(names()).toEqual(["find-attic.png", "find-beach.png", "find-fees.txt"]));
  await user.click(press("Pictures"));
  await waitFor(() => expect(names()).toEqual(["find-attic.png", "find-beach.png"]));
  await user.click(press("Without description"));
  await waitFor(() => expect(names()).toEqual(["find-attic.png"]));
  expect(asked()).toEqual({ tab: "media", q: "find-", sort: "name", kind: "image", without_alt: "true" });
  await user.click(press("List"));

  const here = location.pathname + location.search;
  await dashboard.leave();
  dashboard.enter();
  await dashboard.visit(here);
  await openButton("find-attic.png");
  expect(names()).toEqual(["find-attic.png"]);
  expect(value(search())).toBe("find-");
  expect(press("List").getAttribute("aria-pressed")).toBe("true");
  screen.getByText("No description");

  await user.click(press("Without description"));
  await user.click(press("Pictures"));
  await user.selectOptions(screen.getByRole("combobox", { name: "Tag" }), "summer");
  await waitFor(() => expect(names()).toEqual(["find-beach.png"]));
  await fill(user, search(), "nowhere");
  await screen.findByText("No files found");
  expect(asked()).toEqual({ tab: "media", q: "nowhere", sort: "name", tag: "summer" });
});

test("a library that cannot be loaded says so and is asked again", async ({ editor, dashboard }) => {
  await addPicture(editor, "late.png");
  const mend = dashboard.calls.cut("GET", /^\/api\/admin\/media\?/);
  await dashboard.visit("/admin/dashboard?tab=media&q=late.png");
  await screen.findByText("The files could not be loaded");
  await told("Failed to load data");
  mend();
  await dashboard.user.click(screen.getByRole("button", { name: "Try again" }));
  await openButton("late.png");
});

test("an empty library says what will come there", async ({ dashboard }) => {
  dashboard.calls.answer("GET", /^\/api\/admin\/media\?/, () => reply(200, [], { "X-Total-Count": "0" }));
  await dashboard.open("tab=media");
  await screen.findByText("No files yet");
});

test("a picture is described and its focal point moved by keys; what others change meanwhile stays", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const picture = await addPicture(editor, "described.png");
  await dashboard.open("tab=media&q=described");
  const button = await openButton("described.png");
  button.focus();
  await user.keyboard("{Enter}");
  const dialog = await panel("described.png");
  const point = await dialog.findByRole("slider", { name: "Focal point" });
  expect(point.getAttribute("aria-valuetext")).toBe("50 % from the left, 50 % from the top");
  point.focus();
  await user.keyboard("{ArrowRight}{ArrowRight}{Shift>}{ArrowUp}{/Shift}{ArrowLeft}");
  expect(point.getAttribute("aria-valuetext")).toBe("51 % from the left, 40 % from the top");
  expect(value(dialog.getByRole("textbox", { name: "Left to right" }))).toBe("51 %");
  await user.click(dialog.getByRole("textbox", { name: "Top to bottom" }));
  await user.keyboard("{Control>}a{/Control}{Backspace}35");
  expect(point.getAttribute("aria-valuetext")).toBe("51 % from the left, 35 % from the top");
  point.focus();
  await user.keyboard("{ArrowDown>5/}");
  const crops = within(dialog.getByRole("list", { name: "How the site crops it" })).getAllByRole("listitem");
  expect(crops.map((crop) => crop.querySelector("img")?.style.objectPosition)).toEqual(crops.map(() => "51% 40%"));
  await fill(user, dialog.getByRole("textbox", { name: /^Description/ }), "Students in the reading room");
  await editor.call("PUT", `/api/admin/media/${picture.id}`, { credit: "Asha Rao" });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await told("File updated successfully");
  expect(await stored(picture, editor)).toMatchObject({
    alt: "Students in the reading room",
    credit: "Asha Rao",
    focus: { x: 0.51, y: 0.4 },
  });
  await user.click(dialog.getByRole("button", { name: "Centre" }));
  await focused(point);
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await told("File updated successfully");
  expect((await stored(picture, editor)).focus).toBeNull();
  await user.keyboard("{Escape}");
  await closed("described.png");
  expect(asked()).toEqual({ tab: "media", q: "described" });
  await focused(button);
});

test("two who describe the same picture see both versions; unsaved words are asked about", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const picture = await addPicture(editor, "disputed.png");
  await dashboard.open(`tab=media&open=${picture.id}`);
  const dialog = await panel("disputed.png");
  const description = await dialog.findByRole("textbox", { name: /^Description/ });
  await fill(user, description, "Mine");
  await editor.call("PUT", `/api/admin/media/${picture.id}`, { alt: "Theirs" });
  await user.click(dialog.getByRole("button", { name: "Save" }));
  const both = within(await screen.findByRole("dialog", { name: "Someone else saved this file" }));
  both.getByText("Theirs", { selector: ".side" });
  await user.click(both.getByRole("button", { name: "Overwrite" }));
  await told("File updated successfully");
  expect((await stored(picture, editor)).alt).toBe("Mine");

  await fill(user, description, "Not saved");
  await user.keyboard("{Escape}");
  await answer(user, /^Leave without saving\?/, "Keep editing");
  expect(value(description)).toBe("Not saved");
  await focused(description);
  await user.keyboard("{Escape}");
  await answer(user, /^Leave without saving\?/, "Leave");
  await closed("disputed.png");
});

test("a file in use says where, is not deleted, and goes when nothing uses it", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const picture = await addPicture(editor, "used.png");
  const { id } = await editor.call<{ id: string }>("POST", "/api/articles", {
    title: "With a banner",
    content: "<p>Text</p>",
    banner_image: picture.url,
  });
  await dashboard.open(`tab=media&open=${picture.id}`);
  const dialog = await panel("used.png");
  const places = within(await dialog.findByRole("region", { name: "Used in" }));
  const link = await places.findByRole("link", { name: "Article “With a banner”" });
  expect(link.getAttribute("href")).toBe(`/admin/dashboard?tab=articles&edit=${id}`);
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await answer(user, "Delete “used.png” for good?", "Delete");
  await told("Failed to delete file");
  const refusal = within(await dialog.findByRole("alert", { name: "In use" }));
  refusal.getByText(/it is in use/);
  refusal.getByRole("link", { name: "Article “With a banner”" });

  await editor.call("PUT", `/api/articles/${id}`, { banner_image: "" });
  await waitFor(async () => expect((await find(editor, "used.png")).uses).toBeLessThanOrEqual(1));
  await user.click(dialog.getByRole("button", { name: "Delete" }));
  await answer(user, "Delete “used.png” for good?", "Delete");
  await told("File deleted");
  await closed("used.png");
  await waitFor(() => expect(names()).not.toContain("used.png"));
  expect((await editor.request("GET", `/api/admin/media/${picture.id}`)).status).toBe(404);
});

test("a picture is replaced wherever it is used, and what still names the old one is told", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const picture = await addPicture(editor, "logo.png");
  const { id } = await editor.call<{ id: string }>("POST", "/api/articles", {
    title: "Shows the logo",
    content: "<p>Text</p>",
    banner_image: picture.url,
  });
  await dashboard.open(`tab=media&open=${picture.id}`);
  const dialog = await panel("logo.png");
  await fill(user, await dialog.findByRole("textbox", { name: /^Description/ }), "Not saved yet");
  const input = () => dialog.getByLabelText<HTMLInputElement>("Replace");
  const replace = async (file: File) => {
    await user.upload(input(), file);
    await answer(user, `Replace “logo.png” with “${file.name}”?`, "Replace");
    return within(await dialog.findByRole("status", { name: "Replaced" }));
  };
  (await replace(painted("new.png"))).getByRole("link", { name: "Article “Shows the logo”" });
  const now = await stored(picture, editor);
  expect(now.url).not.toBe(picture.url);
  const article = await editor.call<{ banner_image: string }>("GET", `/api/articles/${id}`);
  expect(article.banner_image).toBe(now.url);
  await waitFor(() => expect(document.querySelector(".focal-frame img")?.getAttribute("src")).toBe(now.url));
  expect(value(dialog.getByRole("textbox", { name: /^Description/ }))).toBe("Not saved yet");

  const path = /^\/api\/admin\/media\/uploads\//;
  const failed = [{ collection: "articles", id, title: "Half", reason: "Give the article a title." }];
  const newer = painted("newer.png");
  const restore = dashboard.calls.answer("PATCH", path, () =>
    reply(200, { url: now.url, changed: [], failed }, { "Upload-Offset": `${newer.size}` }),
  );
  const outcome = await replace(newer);
  outcome.getByRole("link", { name: "Article “Half”" });
  outcome.getByText("Give the article a title.");
  restore();
  dashboard.calls.answer("PATCH", path, () => reply(415, { status: 415, detail: "It is no picture." }));
  await user.upload(input(), painted("newest.png"));
  await answer(user, "Replace “logo.png” with “newest.png”?", "Replace");
  await told("Failed to replace file");
  await user.click(dialog.getByRole("button", { name: "Discard changes" }));
  await answer(user, /^Discard/, "Discard changes");
});

test("a video that starts slowly says what to do, until one that starts at once replaces it", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  const slow = await add(editor, mp4("at-the-end"));
  await dashboard.open(`tab=media&open=${slow.id}`);
  const dialog = await panel("lecture.mp4");
  within(await dialog.findByRole("note", { name: "Starts slowly" })).getByText(/Export it with/);
  await user.upload(dialog.getByLabelText<HTMLInputElement>("Replace"), mp4("first"));
  await answer(user, "Replace “lecture.mp4” with “lecture.mp4”?", "Replace");
  await dialog.findByRole("status", { name: "Replaced" });
  await waitFor(() => expect(dialog.queryByRole("note")).toBeNull());
});

test("many are tagged, which can be undone, and the unused of them deleted", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const [one, other] = [await addPicture(editor, "many-1.png"), await addPicture(editor, "many-2.png")];
  await editor.call("POST", "/api/articles", { title: "Keeps it", content: "<p>Text</p>", banner_image: other.url });
  await dashboard.open("tab=media&q=many-");
  await user.click(await screen.findByRole("checkbox", { name: "Select all" }));
  const bar = within(screen.getByRole("group", { name: "With the selected" }));
  await user.click(bar.getByRole("button", { name: "Add tag" }));
  const field = await screen.findByRole("combobox", { name: "Add tag" });
  await fill(user, field, "campus, results");
  await user.keyboard("{Enter}");
  const message = await told("2 files tagged “campus”, “results”");
  expect((await stored(one, editor)).tags).toEqual(["campus", "results"]);
  await user.click(within(message).getByRole("button", { name: "Undo" }));
  await told("Undone");
  expect((await stored(one, editor)).tags).toEqual([]);

  await user.click(await screen.findByRole("checkbox", { name: "Select all" }));
  await user.click(screen.getByRole("button", { name: "Delete unused" }));
  await answer(user, "Delete the unused of 2 files?", "Delete unused");
  await told("1 file deleted");
  const kept = within(await screen.findByRole("alert"));
  kept.getByText(/It is used in Article “Keeps it”/);
  await waitFor(() => expect(names()).toEqual(["many-2.png"]));
});

test("all unused files that are found are deleted, on whatever page", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  for (let number = 0; number < 3; number++) await addDocument(editor, `lost-${number}.txt`);
  const kept = await addPicture(editor, "lost-used.png");
  await addDocument(editor, "found.txt");
  await editor.call("POST", "/api/articles", { title: "Uses it", content: "<p>Text</p>", banner_image: kept.url });
  await waitFor(async () => expect((await find(editor, "lost-used.png")).uses).toBe(1));
  await dashboard.open("tab=media&q=lost-");
  await user.click(await screen.findByRole("button", { name: "Delete unused" }));
  // A file that a colleague adds meanwhile stays.
  await screen.findByText("Delete 3 unused files?");
  await addDocument(editor, "lost-later.txt");
  await answer(user, "Delete 3 unused files?", "Delete unused");
  await told("3 files deleted");
  await waitFor(() => expect(names()).toEqual(["lost-later.txt", "lost-used.png"]));
  await user.click(screen.getByRole("button", { name: "Delete unused" }));
  await answer(user, "Delete 1 unused file?", "Delete unused");
  await told("1 file deleted");
  await waitFor(() => expect(names()).toEqual(["lost-used.png"]));
  await user.click(screen.getByRole("button", { name: "Delete unused" }));
  await told("No unused files found");
  expect((await find(editor, "found.txt")).uses).toBe(0);
});

test("a replacement is cancelled on its way; a video gets another poster", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const film = await add(editor, mp4("first"));
  const still = await addPicture(editor, "still.png");
  await dashboard.open(`tab=media&open=${film.id}`);
  const dialog = await panel("lecture.mp4");
  const { release } = dashboard.calls.hold("PATCH", /^\/api\/admin\/media\/uploads\//);
  await user.upload(await dialog.findByLabelText<HTMLInputElement>("Replace"), mp4("at-the-end"));
  await answer(user, "Replace “lecture.mp4” with “lecture.mp4”?", "Replace");
  await user.click(await dialog.findByRole("button", { name: /^\d+ % · Cancel$/ }));
  await dialog.findByLabelText("Replace");
  release();
  expect((await stored(film, editor)).url).toBe(film.url);

  await user.click(dialog.getByRole("button", { name: "Choose media: Poster" }));
  const library = within(await screen.findByRole("dialog", { name: "Choose media" }));
  await user.click(await library.findByRole("option", { name: /^still\.png/ }));
  await closed("Choose media");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await told("File updated successfully");
  expect((await stored(film, editor)).poster).toBe(still.url);
});
