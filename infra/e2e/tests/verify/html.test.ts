import { FORMATS } from "@academy/shared/test/formats";
import { png } from "@academy/shared/test/png";
import { sample } from "@academy/shared/test/sample";
import type { Article } from "../../src/api";
import { htmlErrors } from "../../src/html";
import { listed } from "../../src/pages";
import { expect, test } from "../../src/test";

// What the W3C's checker says of the documents that are served: every page of the site, the dashboard's, what is said where
// there is no page, every kind of article, and pages that a setting changes.

/** Everything that the editor makes, headings with the same words and in any order included. */
const everyFormat = (picture: string) =>
  [
    sample.replaceAll(/(?<=src=")\/media\/images\/[^"]*/g, picture),
    ...FORMATS.map(({ html }) => html),
    "<h4>Plan</h4><h2>Plan</h2><h2>Plan 2</h2><h2>योजना</h2><h2>★</h2><h2>★</h2>",
    `<p><img src="${picture}" alt="A &quot;map&quot; of &lt;Mysuru&gt;"></p><p><img src="${picture}" width="40"></p>`,
    '<p><img src="https://example.com/two words.png" alt=""></p>',
    '<iframe class="ql-video" src="https://www.youtube-nocookie.com/embed/abcdefghijk"></iframe>',
    '<ol><li>One</li><li class="ql-indent-1">Two</li></ol><p><a href="mailto:a@example.com">Write</a></p>',
    `<p>${"Long enough for a list of its headings. ".repeat(100)}</p>`,
  ].join("");

test("every document is valid HTML", async ({ product, editor }) => {
  const form = new FormData();
  form.set("image", new File([new Uint8Array(png(64, 36, [40, 90, 160]))], "map.png", { type: "image/png" }));
  const { url } = await editor.send<{ url: string }>("/api/upload/image", form);
  const bare = { title: "Bare", content: "<p>Words</p>", tags: [], status: "published" };
  await editor.call<Article>("POST", "/api/articles", bare);
  await editor.call<Article>("POST", "/api/articles", {
    ...bare,
    title: 'Every <format> & "quotes"',
    content: everyFormat(url),
    excerpt: "All at once",
    category: "Notes & plans",
    tags: ["a & b", "योजना"],
    banner_image: url,
  });
  await editor.live();
  const documents = new Map<string, string>();
  const read = async (address: string, name: string) => documents.set(name, await (await fetch(address)).text());
  const addresses = await listed(product.url);
  expect(addresses.length).toBeGreaterThan(20);
  for (const path of ["/nowhere", "/blog/there-is-no-such-article", "/auth", "/admin/dashboard"]) {
    addresses.push(product.url + path);
  }
  for (const address of addresses) await read(address, new URL(address).pathname);
  await editor.call("PUT", "/api/settings", {
    adhva_vibes_psi_hidden: true,
    blog_show_coming_soon: true,
    videos_show_coming_soon: true,
    current_affairs_redirect: true,
    current_affairs_url: "https://affairs.example/today?a=1&b=2",
    hero_background_type: "video",
    hero_video_url: "https://youtu.be/dQw4w9WgXcQ",
  });
  await editor.live();
  for (const path of ["/", "/adhva-vibes-psi", "/blog", "/videos", "/current-affairs"]) {
    await read(product.url + path, `${path} by other settings`);
  }
  expect(await htmlErrors(documents)).toEqual([]);
});
