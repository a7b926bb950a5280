import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import { act } from "@testing-library/react";
import { describe } from "vitest";
import type { Article } from "@/api/types";
import { expect, screen, test, waitFor, within } from "@/test/dashboard";
import { named, value } from "@/test/forms";
import { fill } from "@/test/hands";
import { told } from "@/test/messages";
import { picture } from "@/test/uploads";
import { editing, paste, write, written } from "@/test/writing";

// Pictures of an article: what waits for them, and what is said of those that cannot be stored.

const title = () => named("title");
const button = (name: string) => screen.findByRole("button", { name });
const UPLOAD = /^\/api\/admin\/media$/;

/** Drops files on the text. */
async function drop(...files: File[]): Promise<void> {
  const { editor } = await editing();
  await act(async () => void editor.dispatchCommand(DRAG_DROP_PASTE, files));
}

describe("a picture", () => {
  test.for(["banner", "text"])(
    "on its way (%s) is waited for by who saves, and is in what is saved once",
    async (place, { dashboard, editor }) => {
      const { user } = dashboard;
      await dashboard.open("tab=articles");
      await editing();
      await fill(user, title(), `Waits for the ${place}`);
      if (place === "text") await write("See ");
      const { release } = dashboard.calls.hold("POST", UPLOAD);
      if (place === "text") await drop(picture());
      else await user.upload(named("banner_file"), picture());
      await waitFor(() => expect(dashboard.calls.of("POST", UPLOAD)).toHaveLength(1));
      await user.click(await button("Create Article"));
      await user.click(await button("Uploading the picture…"));
      await user.click(title());
      await user.keyboard("{Control>}s{/Control}");
      const saved = () => dashboard.calls.of("POST", /^\/api\/articles$/);
      expect(saved()).toHaveLength(0);
      release();
      await told("Article created successfully");
      expect(saved()).toHaveLength(1);
      const [newest] = await editor.call<[Article]>("GET", "/api/articles?sort=-updated_at");
      const { content, banner_image } = await editor.call<Article>("GET", `/api/articles/${newest.id}`);
      expect(place === "text" ? content : banner_image).toContain("/media/");
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
    // Also where it was chosen, until the field has another.
    const panel = screen.getByRole("tabpanel");
    const why = /^notes\.png: The format is none that is known here\. Pictures are taken as PNG/;
    await within(panel).findByText(why);
    const banner = screen.getByRole("textbox", { name: "Banner image" });
    expect(banner.getAttribute("aria-invalid")).toBe("true");
    await fill(user, banner, "one");
    await waitFor(() => expect(within(panel).queryByText(why)).toBeNull());
    await fill(user, banner, "");
    // As a file that is chosen among all, in a browser that cannot read it.
    named("banner_file").accept = "";
    globalThis.createImageBitmap = () => Promise.reject(new Error("not read here"));
    await user.upload(named("banner_file"), new File(["no picture"], "IMG_0042.HEIC"));
    await told(/IMG_0042\.HEIC: This is a HEIC picture.* Export it as JPEG/);
    await within(panel).findByText(/IMG_0042\.HEIC/);
    await user.click(await button("Create Article"));
    await told("Article created successfully");
    await user.click(await button("New Article"));
    await waitFor(() => expect(value(title())).toBe(""));
    expect(within(panel).queryByText(/IMG_0042\.HEIC/)).toBeNull();
  });

  test("that is cut off on its way says so, and leaves the text alone", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await editing();
    await write("Words");
    dashboard.calls.cut("POST", UPLOAD);
    for (const send of [drop, (file: File) => user.upload(named("banner_file"), file)]) {
      await send(picture("a.png"));
      const failed = await told("Failed to upload image");
      within(failed).getByText(/^a\.png: Cannot connect to backend server at /);
    }
    expect(written()).toBe("<p>Words</p>");
  });
});

const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

describe("a picture in what is pasted", () => {
  test("is stored at once, wherever it stands; who saves waits for it", async ({ dashboard, editor }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await editing();
    await fill(user, title(), "Pasted pictures");
    const { release } = dashboard.calls.hold("POST", UPLOAD);
    await paste({ html: `<p>one <img src="${PIXEL}"> two <img src="${PIXEL}" alt="again"></p>` });
    await screen.findByText("Copying image");
    await user.click(await button("Create Article"));
    await button("Uploading the picture…");
    release();
    await told("Article created successfully");
    expect(dashboard.calls.of("POST", UPLOAD)).toHaveLength(1);
    const [newest] = await editor.call<[Article]>("GET", "/api/articles?sort=-updated_at");
    const { content } = await editor.call<Article>("GET", `/api/articles/${newest.id}`);
    expect(content).toMatch(/^<p>one <img src="\/media\/.*> two <img src="\/media\/[^>]* alt="again"/);
  });

  test("that cannot be taken is left out and named; the rest is saved", async ({ dashboard }) => {
    const { user } = dashboard;
    await dashboard.open("tab=articles");
    await editing();
    await fill(user, title(), "Placeholders");
    const svg = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>')}`;
    await paste({ html: `<p>text <img src="${svg}"> more</p>` });
    within(await told("A picture was not pasted")).getByText(
      `${svg.slice(0, 60)}…: The format is SVG. Pictures are taken as PNG, JPEG, GIF, WebP, AVIF, BMP or ICO.`,
    );
    expect(written()).toBe("<p>text more</p>");
    // A file that looks like a picture and is none, which the server finds out.
    await paste({ html: '<p>and <img src="data:image/png;base64,AAAA"> on</p>' });
    within(await told("Failed to upload image")).getByText(/^Pasted picture: The format is none that is known here/);
    await waitFor(() => expect(written()).not.toContain("<img"));
    await user.click(await button("Create Article"));
    await told("Article created successfully");
  });
});

describe("pictures of Google Docs", () => {
  const address = (name: string) => `https://lh7-rt.googleusercontent.com/docsz/${name}?key=x`;

  test("are copied; one that cannot be is marked until it is replaced", async ({ dashboard }) => {
    await dashboard.open("tab=articles");
    await editing();
    const bytes = Buffer.from(PIXEL.slice(PIXEL.indexOf(",") + 1), "base64");
    const answer = () => new Response(bytes, { headers: { "content-type": "image/png" } });
    dashboard.calls.answer("GET", /^\/docsz\/(one|two)/, answer);
    dashboard.calls.cut("GET", /^\/docsz\/gone/);
    const { release } = dashboard.calls.hold("GET", /^\/docsz\/one/);
    const images = ["one", "two", "gone"].map((name) => `<img src="${address(name)}" alt="${name}">`);
    await paste({ html: `<div><p>Words ${images.join(" ")}</p></div>` });
    await screen.findByText("Copying image 1 of 3");
    await screen.findByText("3 pictures will soon disappear.");
    dashboard.calls.answer("GET", /^\/docsz\/one/, answer);
    release();
    await screen.findByText("One picture will soon disappear.");
    expect(written()).toMatch(/^<p>Words (<img src="\/media\/[^>]*> ){2}<img src="https:\/\/lh7[^>]*alt="gone">/);
    await screen.findByText("gone", { selector: ".text-advice bdi" });
  });
});

describe("a file that is dropped on or pasted into the text", () => {
  const heic = () => new File(["no picture"], "IMG_0042.HEIC");
  const text = () => new File(["PK"], "notes.odt", { type: "application/vnd.oasis.opendocument.text" });
  const video = () => new File(["video"], "lecture.mp4", { type: "video/mp4" });

  test("is taken or refused with a sentence", async ({ dashboard }) => {
    await dashboard.open("tab=articles");
    await editing();
    globalThis.createImageBitmap = () => Promise.reject(new Error("not read here"));
    await drop(heic());
    await told(/IMG_0042\.HEIC: This is a HEIC picture.* Export it as JPEG/);
    await drop(text(), video(), picture("map.png"));
    const refused = await told("Not taken");
    expect(refused.textContent).toMatch(
      /notes\.odt is no picture\..*lecture\.mp4 is a video\. Upload it in the tab Videos/,
    );
    await waitFor(() => expect(written()).toContain('<img src="/media/'));
    await drop(new File(["%PDF-1.7\n1 0 obj\n"], "syllabus.pdf", { type: "application/pdf" }));
    await waitFor(() => expect(written()).toMatch(/<p class="file"><a href="\/media\/[^"]*\.pdf"/));
    // A system that names the file as text, too.
    await paste({ files: [text()], text: "notes.odt" });
    expect((await told("Not taken")).textContent).toContain("notes.odt is no picture.");
    expect(written()).not.toContain("notes.odt");
  });
});
