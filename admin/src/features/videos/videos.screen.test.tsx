import { fireEvent } from "@testing-library/react";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { closed, named, value } from "@/test/forms";
import { fill, focused } from "@/test/hands";
import { told, untold } from "@/test/messages";
import { choose, painting, upload, video } from "@/test/uploads";

// Videos: stored, changed, deleted, and what happens when that fails.

const title = () => named("title", screen.getByRole("form", { name: "Upload a video" }));
const cell = (name: string) => screen.findByRole("cell", { name });
const DELETE = "Are you sure you want to delete this video?";

test("a video is stored, and goes when it is deleted", async ({ editor, dashboard }) => {
  const { user } = dashboard;
  const stored = async () => (await editor.call<{ title: string }[]>("GET", "/api/videos")).map(({ title }) => title);
  await dashboard.open("tab=videos");
  await upload(user, "Reading the Preamble");
  await told("Video uploaded successfully");
  await cell("Reading the Preamble");
  expect(value(title())).toBe("");
  expect(await stored()).toContain("Reading the Preamble");
  await user.click(screen.getByRole("button", { name: "Delete Reading the Preamble" }));
  within(await screen.findByRole("dialog", { name: DELETE })).getByText("“Reading the Preamble” in Polity");
  await answer(user, DELETE, "Delete");
  await told("Video deleted");
  await waitFor(() => expect(screen.queryByRole("cell", { name: "Reading the Preamble" })).toBeNull());
  expect(await stored()).not.toContain("Reading the Preamble");
});

test("asks for the file when only the texts are there", async ({ dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=videos");
  const form = screen.getByRole("form", { name: "Upload a video" });
  await fill(user, title(), "No file yet");
  await fill(user, named("category", form), "Polity");
  await user.click(screen.getByRole("button", { name: "Upload Video" }));
  await within(form).findByText("Choose a video file: MP4, WebM, MOV or MKV.");
});

test("a refused or cut upload says so and keeps what was typed", async ({ dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=videos");
  await fill(user, await waitFor(title), "Broken");
  await choose(user, "Video file", video(400));
  await told(/^Failed to upload video.*The video is damaged or incomplete\. Please choose another file\./);
  within(await screen.findByRole("dialog", { name: "Choose media" })).getByText(/The video is damaged or incomplete\./);
  await user.keyboard("{Escape}");
  await closed("Choose media");
  expect(value(title())).toBe("Broken");

  dashboard.calls.cut("POST", /^\/api\/videos$/);
  await upload(user, "Cut");
  within(await told("Failed to upload video")).getByText(/^Cannot connect to backend server/);
  expect(value(title())).toBe("Cut");
  screen.getByText("lecture.webm");
});

test("a video is dropped on the form, with a poster from the library; a file of another kind is not taken", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  await dashboard.open("tab=videos");
  const form = await screen.findByRole("form", { name: "Upload a video" });
  const drop = (file: File) => fireEvent.drop(form, { dataTransfer: { types: ["Files"], files: [file] } });
  drop(new File(["x"], "a.txt", { type: "text/plain" }));
  await told(/^Not taken.*a\.txt: choose a video here\. Taken are MP4, WebM, MOV or MKV\./);
  drop(video());
  await within(form).findByText("1 of 1 uploaded");
  await choose(user, "Poster", painting("still.png"));
  await closed("Choose media");
  const poster = value(named("poster", form));
  await fill(user, title(), "Dropped");
  await fill(user, named("category", form), "Polity");
  await user.click(screen.getByRole("button", { name: "Upload Video" }));
  await told("Video uploaded successfully");
  const [media] = await editor.call<{ poster: string; url: string }[]>("GET", "/api/admin/media?kind=video");
  expect(media?.poster).toBe(poster);
  const [stored] = await editor.call<{ title: string; file: string }[]>("GET", "/api/videos?limit=1");
  expect(stored).toMatchObject({ title: "Dropped", file: media?.url });

  await user.click(within(form).getByRole("button", { name: "Choose media: Video file" }));
  await user.click(await screen.findByRole("option", { name: /^lecture\.webm/ }));
  await closed("Choose media");
  await user.click(within(form).getByRole("button", { name: "Remove picture" }));
  await fill(user, title(), "Without a poster");
  await fill(user, named("category", form), "Polity");
  await user.click(screen.getByRole("button", { name: "Upload Video" }));
  await told("Video uploaded successfully");
  const [bare] = await editor.call<{ poster: string }[]>("GET", "/api/admin/media?kind=video");
  expect(bare?.poster).toBe("");
});

test("an upload can be cancelled, and a delete that fails is told", async ({ dashboard }) => {
  const { user } = dashboard;
  await dashboard.open("tab=videos");
  const { release } = dashboard.calls.hold("POST", /^\/api\/videos$/);
  await upload(user, "Slow");
  await waitFor(() => expect(dashboard.calls.of("POST", /^\/api\/videos$/)).toHaveLength(1));
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull());
  expect(untold("")).toEqual([]);
  expect(value(title())).toBe("Slow");

  release();
  await user.click(screen.getByRole("button", { name: "Upload Video" }));
  await told("Video uploaded successfully");
  dashboard.calls.answer("DELETE", /^\/api\/videos\//, () => new Response("", { status: 500 }));
  await user.click(await screen.findByRole("button", { name: "Delete Slow" }));
  await answer(user, DELETE, "Delete");
  await told("Failed to delete video");
  await cell("Slow");
});

test("a video's texts are changed by keyboard; what somebody else wrote meanwhile is not lost unseen", async ({
  editor,
  dashboard,
}) => {
  const { user } = dashboard;
  await dashboard.open("tab=videos");
  await upload(user, "A lecture");
  await told("Video uploaded successfully");
  const edit = await screen.findByRole("button", { name: "Edit A lecture" });
  edit.focus();
  await user.keyboard("{Enter}");
  const dialog = () => screen.getByRole("dialog", { name: "Edit video" });
  const field = (name: string) => within(dialog()).getByRole("textbox", { name });
  await focused(() => field("Title"));
  await waitFor(() => expect(dashboard.calls.of("PUT", /^\/api\/admin\/presence\/videos\//)).toHaveLength(1));
  await user.keyboard("{Escape}");
  await closed("Edit video");
  await focused(edit);

  await user.keyboard("{Enter}");
  await focused(() => field("Title"));
  await fill(user, field("Title"), "A longer lecture");
  await fill(user, field("Description"), "Of two minutes.");
  const mend = dashboard.calls.cut("PUT", /^\/api\/videos\//);
  await user.type(field("Title"), "{Enter}");
  await told("Failed to update video");
  mend();
  const stored = async () => (await editor.call<Record<string, unknown>[]>("GET", "/api/videos?limit=1"))[0] ?? {};
  await editor.call("PUT", `/api/videos/${(await stored()).id}`, { title: "Their lecture", category: "History" });
  await user.type(field("Title"), "{Enter}");
  const CONFLICT = "Someone else saved this video";
  const conflict = within(await screen.findByRole("dialog", { name: CONFLICT }));
  within(conflict.getByRole("row", { name: /^Title/ })).getByText("Their lecture");
  expect(conflict.queryByRole("row", { name: /^Category/ })).toBeNull();
  await user.keyboard("{Escape}");
  await closed(CONFLICT);
  await user.type(field("Title"), "{Enter}");
  await answer(user, CONFLICT, "Overwrite");
  await told("Video updated successfully");
  await cell("A longer lecture");
  expect(await stored()).toMatchObject({
    title: "A longer lecture",
    description: "Of two minutes.",
    category: "History",
  });
});
