import type { Editor } from "@academy/shared/test/editor";
import { describe } from "vitest";
import { answer, expect, screen, test, waitFor, within } from "@/test/dashboard";
import { closed, named, set, value } from "@/test/forms";
import { fill, focused } from "@/test/hands";
import { told, untold } from "@/test/messages";
import { enlist } from "@/test/people";
import { picture, choose as upload, video } from "@/test/uploads";

// The Settings tab: its views, and the site's settings.

type Settings = Record<string, string | boolean>;
const stored = (editor: Editor) => editor.call<Settings>("GET", "/api/settings");
const text = (name: string) => screen.findByRole("textbox", { name });
const field = (name: string) => screen.getByRole("textbox", { name });
const toggle = (name: string) => screen.getByRole("switch", { name: new RegExp(`^${name}`) });
const button = (name: string | RegExp) => screen.findByRole("button", { name });

describe("the views", () => {
  const tab = (name: string) => screen.getByRole("tab", { name });

  test("have addresses, follow the back button, and are walked through by keyboard", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=settings&view=audit");
    const views = within(await screen.findByRole("tablist", { name: "Settings" })).getAllByRole("tab");
    expect(views.map(({ textContent }) => textContent)).toEqual([
      "Site",
      "Team",
      "Tokens",
      "Account",
      "Publishing",
      "Redirects",
      "Import",
      "Audit",
      "Privacy",
    ]);
    tab("Audit").focus();
    await user.keyboard("{Home}");
    await focused(tab("Site"));
    await user.keyboard("{ArrowRight}");
    await focused(tab("Team"));
    await user.keyboard("{Enter}");
    await screen.findByRole("list", { name: "Members" });
    expect(window.location.search).toBe("?tab=settings&view=team");
    await user.keyboard("{ArrowLeft}");
    await focused(tab("Site"));
    await user.keyboard(" ");
    await screen.findByRole("heading", { name: "Site settings" });
    expect(window.location.search).toBe("?tab=settings");
    window.history.back();
    await screen.findByRole("list", { name: "Members" });
    expect(tab("Team").getAttribute("aria-selected")).toBe("true");
  });

  test("are not left with unsaved settings unless one says so", async ({ dashboard }) => {
    const { user } = dashboard;
    const leave = "Leave without saving? Your changes stay on this device until you come back.";
    await dashboard.open("tab=settings");
    await fill(user, await text("Site title"), "Unsaved");
    await user.click(tab("Account"));
    await answer(user, leave, "Keep editing");
    expect(value(field("Site title"))).toBe("Unsaved");
    await user.click(tab("Account"));
    await answer(user, leave, "Leave");
    await screen.findByRole("heading", { name: "Your account" });
  });
});

describe("the site's settings", () => {
  test("are local until they are saved", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=settings");
    await text("Site title");
    const before = await stored(editor);
    const words = (name: string) => within(toggle(name).closest(".mantine-Switch-body") as HTMLElement);
    for (const [name, off, on] of [
      ["Current affairs redirect", "OFF", "ON"],
      ["Blog", "LIVE", "COMING SOON"],
      ["Videos", "LIVE", "COMING SOON"],
      ["PSI page", "VISIBLE", "HIDDEN"],
    ] as const) {
      words(name).getByText(off);
      toggle(name).focus();
      await user.keyboard(" ");
      words(name).getByText(on);
    }
    await fill(user, field("Site title"), "Another Academy");
    await screen.findByText("Unsaved changes, kept on this device");
    expect(await stored(editor)).toEqual(before);
    await user.click(await button("Discard changes"));
    await answer(user, "Discard unsaved changes?", "Discard changes");
    await waitFor(() => words("PSI page").getByText("VISIBLE"));
    expect(value(field("Site title"))).toBe(before.site_title);

    await user.click(toggle("Blog"));
    await fill(user, field("Site title"), "Another Academy");
    await user.click(await button("Save Settings"));
    await told("Settings updated successfully");
    expect(await stored(editor)).toMatchObject({
      site_title: "Another Academy",
      blog_show_coming_soon: true,
      videos_show_coming_soon: before.videos_show_coming_soon,
    });
    await editor.call("PUT", "/api/settings", { site_title: before.site_title, blog_show_coming_soon: false });
  });

  test("two people change different ones, and the same one only knowingly", async ({ cms, editor, dashboard }) => {
    const { user } = dashboard;
    const ravi = await enlist(cms, editor, { name: "Ravi", email: "ravi@academy.test" });
    const save = async () => user.click(await button("Save Settings"));
    const CONFLICT = "Someone else saved these settings";
    await dashboard.open("tab=settings");
    await fill(user, await text("Contact phone"), "+91 80 1111 1111");
    await ravi.call("PUT", "/api/settings", { contact_address: "1 Ravi Road" });
    await save();
    await told("Settings updated successfully");
    expect(await stored(editor)).toMatchObject({ contact_phone: "+91 80 1111 1111", contact_address: "1 Ravi Road" });
    expect(value(field("Contact address"))).toBe("1 Ravi Road");

    await fill(user, field("Contact email"), "mine@academy.test");
    await fill(user, field("Contact phone"), "+91 80 3333 3333");
    await ravi.call("PUT", "/api/settings", { contact_email: "ravi@academy.test", contact_address: "2 Ravi Road" });
    await save();
    const conflict = within(await screen.findByRole("dialog", { name: CONFLICT }));
    conflict.getByText(/^They were changed by Ravi at \d\d:\d\d, after you started editing\./);
    expect(conflict.getAllByRole("rowheader").map((head) => head.textContent)).toEqual([
      "Contact email",
      "Contact phone",
    ]);
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(value(field("Contact email"))).toBe("mine@academy.test");
    await save();
    await answer(user, CONFLICT, "Reload");
    await waitFor(() => expect(value(field("Contact email"))).toBe("ravi@academy.test"));
    await user.click(await button("Use my version"));
    expect(value(field("Contact email"))).toBe("mine@academy.test");

    await ravi.call("PUT", "/api/settings", { contact_email: "ravi.two@academy.test" });
    await save();
    await answer(user, CONFLICT, "Overwrite");
    await told("Settings updated successfully");
    expect(await stored(editor)).toMatchObject({
      contact_email: "mine@academy.test",
      contact_phone: "+91 80 3333 3333",
    });
  });

  test("that are wrong say so at their fields, and what cannot be saved stays", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=settings");
    const channel = await text("Community channel");
    await fill(user, channel, "https://x:99999/");
    await user.click(await button("Save Settings"));
    const reason = "Give a full address (https://…)";
    expect((await told("Failed to update settings")).textContent).toContain(reason);
    await waitFor(() => expect(screen.getByRole("tabpanel", { name: "Site" }).textContent).toContain(reason));
    await focused(channel);
    expect(value(channel)).toBe("https://x:99999/");
    expect(channel.getAttribute("aria-invalid")).toBe("true");

    await fill(user, field("Site title"), "Typed and kept");
    dashboard.calls.cut("PUT", /^\/api\/settings$/);
    await user.click(await button("Save Settings"));
    await told("Failed to update settings");
    expect(value(field("Site title"))).toBe("Typed and kept");
  });

  test("that cannot be loaded say so", async ({ dashboard }) => {
    dashboard.calls.cut("GET", /^\/api\/settings$/);
    await dashboard.visit("/admin/dashboard?tab=settings");
    await screen.findByText("The settings could not be loaded");
  });
});

describe("the hero's video", () => {
  const choose = async (kind: "image" | "video") =>
    set(await screen.findByRole("combobox", { name: "Background" }), kind);
  const address = () => screen.queryByRole("textbox", { name: "Video address" });

  test("is uploaded with its poster, and its fields are there only in video mode", async ({ editor, dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=settings");
    await screen.findByRole("combobox", { name: "Background" });
    expect(address()).toBeNull();
    for (const name of ["Autoplay", "Muted", "Loop"]) expect((toggle(name) as HTMLInputElement).checked).toBe(true);
    await choose("video");
    await upload(user, "Video address", video());
    await told("Uploading video...");
    await closed("Choose media");
    await waitFor(() => expect(value(field("Video address"))).toMatch(/^\/media\/videos\//));
    await upload(user, "Poster", picture());
    await told("Uploading poster...");
    await closed("Choose media");
    await waitFor(() => expect(value(field("Poster"))).toMatch(/^\/media\/images\//));
    await user.click(toggle("Loop"));
    await user.click(await button("Save Settings"));
    await told("Settings updated successfully");
    await waitFor(async () =>
      expect(await stored(editor)).toMatchObject({
        hero_background_type: "video",
        hero_video_url: value(field("Video address")),
        hero_video_poster: value(field("Poster")),
        hero_video_loop: false,
        hero_video_muted: true,
      }),
    );
    await choose("image");
    expect(address()).toBeNull();
    await editor.call("PUT", "/api/settings", { hero_background_type: "image", hero_video_loop: true });
  });

  const UNKNOWN = new Uint8Array([0, 1, 2, 3]);

  test("is not sent any more when it is cancelled, without a word; a failure is told", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=settings");
    await choose("video");
    const before = value(field("Video address"));
    const PARTS = /^\/api\/admin\/media\/uploads\//;
    const { release } = dashboard.calls.hold("PATCH", PARTS);
    await upload(user, "Video address", video());
    await waitFor(() => expect(dashboard.calls.of("PATCH", PARTS)).toHaveLength(1));
    await user.click(await button("Cancel lecture.webm"));
    await waitFor(() => expect(screen.queryByRole("region", { name: "Uploads" })).toBeNull());
    expect(untold("Failed")).toEqual([]);

    release();
    await user.upload(named("media"), new File([UNKNOWN], "notes.mp4", { type: "video/mp4" }));
    within(await told("Failed to upload video")).getByText(/^notes\.mp4: /);
    await user.keyboard("{Escape}");
    await closed("Choose media");
    await upload(user, "Poster", new File([UNKNOWN], "notes.png", { type: "image/png" }));
    await told("Failed to upload poster");
    expect(value(field("Video address"))).toBe(before);
  });

  test("is no file of another kind, however large", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=settings");
    await choose("video");
    const before = value(field("Video address"));
    const notes = ["%PDF-1.7\n", new Uint8Array(3 << 20)];
    await upload(user, "Video address", new File(notes, "notes.mp4", { type: "video/mp4" }));
    await told(/^Not taken.*notes\.mp4\S* is no video\. It is in the library now\./);
    expect(value(field("Video address"))).toBe(before);
  });
});
