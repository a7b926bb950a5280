import { describe } from "vitest";
import type { Article } from "@/api/types";
import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { named, value } from "@/test/forms";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";
import { picture } from "@/test/uploads";
import { editing, write, written } from "@/test/writing";

// Pictures of an article: what waits for them, and what is said of those that cannot be stored.

const title = () => named("title");
const button = (name: string) => screen.findByRole("button", { name });

describe("a picture", () => {
  test.for(["banner_file", "image"])(
    "on its way (%s) is waited for by who saves, and is in what is saved once",
    async (input, { dashboard, editor }) => {
      const { user } = dashboard;
      await dashboard.open("tab=articles");
      await editing();
      await fill(user, title(), `Waits for ${input}`);
      if (input === "image") await write("See ");
      const { release } = dashboard.calls.hold("POST", /^\/api\/upload\/image$/);
      await user.upload(named(input), picture());
      await waitFor(() => expect(dashboard.calls.of("POST", /^\/api\/upload\/image$/)).toHaveLength(1));
      await user.click(await button("Create Article"));
      await user.click(await button("Waiting for the picture…"));
      await user.click(title());
      await user.keyboard("{Control>}s{/Control}");
      const saved = () => dashboard.calls.of("POST", /^\/api\/articles$/);
      expect(saved()).toHaveLength(0);
      release();
      await told("Article created successfully");
      expect(saved()).toHaveLength(1);
      const [newest] = await editor.call<[Article]>("GET", "/api/articles?sort=-updated_at");
      const { content, banner_image } = await editor.call<Article>("GET", `/api/articles/${newest.id}`);
      expect(input === "image" ? content : banner_image).toContain("/media/");
    },
  );

  test("that is refused is named, in its format; the next form knows nothing of it", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await button("Create Article");
    await fill(user, title(), "Refused pictures");
    await user.upload(named("banner_file"), new File(["no picture"], "notes.png", { type: "image/png" }));
    const failed = await told("Failed to upload image");
    within(failed).getByText(/^notes\.png: The format is none that is known here/);
    // As a file that is chosen among all, in a browser that cannot read it.
    named("banner_file").accept = "";
    globalThis.createImageBitmap = () => Promise.reject(new Error("not read here"));
    await user.upload(named("banner_file"), new File(["no picture"], "IMG_0042.HEIC"));
    await told(/IMG_0042\.HEIC: This is a HEIC picture.* Export it as JPEG/);
    const panel = screen.getByRole("tabpanel");
    await within(panel).findByText(/IMG_0042\.HEIC/);
    await user.click(await button("Create Article"));
    await told("Article created successfully");
    await waitFor(() => expect(value(title())).toBe(""));
    expect(within(panel).queryByText(/IMG_0042\.HEIC/)).toBeNull();
  });

  test("that is cut off on its way says so, and leaves the text alone", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await editing();
    await write("Words");
    dashboard.calls.cut("POST", /^\/api\/upload\/image$/);
    for (const input of ["banner_file", "image"]) {
      await user.upload(named(input), picture("a.png"));
      const failed = await told("Failed to upload image");
      within(failed).getByText(/^a\.png: Cannot connect to backend server at /);
    }
    expect(written()).toBe("<p>Words</p>");
  });
});
