import type { Editor } from "../src/api";
import { violations } from "../src/axe";
import { awake } from "../src/browser";
import { everyPage } from "../src/pages";
import { phone } from "../src/site";
import { expect, test } from "../src/test";

// An editor may empty any text: what is pressed or named is still called something.

interface Field {
  key: string;
  type: string;
  required?: boolean;
  default?: unknown;
  fields?: Field[];
}

interface Model {
  blocks: { type: string; fields: Field[] }[];
  pages: { page: string; sections: { section: string; fields: Field[] }[] }[];
}

const isText = ({ type }: Field) => ["text", "longtext", "richtext"].includes(type);

/** What leaves a block without words, as far as it may be published so; undefined for what stays as it is. */
function emptied(field: Field): unknown {
  if (isText(field)) return field.required && field.default === undefined ? "x" : "";
  switch (field.type) {
    case "link":
      return "/contact-us";
    case "file":
      return "/media/seed/syllabus.pdf";
    case "video":
      return "https://www.youtube.com/watch?v=aqz-KE-bpKQ";
    case "image":
      return { url: "/media/seed/psi-emblem_1200x1200_480_960.webp", alt: "" };
    case "number":
      return field.required ? 1 : undefined;
    case "list":
      return [valuesOf(field.fields ?? [])];
    default:
      return undefined;
  }
}

function valuesOf(fields: Field[]): Record<string, unknown> {
  const all = fields.map((field) => [field.key, emptied(field)] as const);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Empties every text of a section on purpose, and the texts in the entries of its lists. */
async function empty(editor: Editor, page: string, section: string, fields: Field[]) {
  const address = `/api/page-content/${page}${section && `/${section}`}`;
  const items = await editor.call<{ id: string; section: string; type: string }[]>("GET", address);
  for (const field of fields) {
    if (!isText(field) && field.type !== "list") continue;
    const body = isText(field) ? { content: "", empty: true } : { content: JSON.stringify(emptied(field)) };
    const item = items.find((one) => one.section === section && one.type === field.key);
    if (item) await editor.call("PUT", `/api/admin/page-content/${item.id}`, body);
    else await editor.call("POST", "/api/admin/page-content", { page, section, type: field.key, ...body });
  }
}

test("axe finds nothing on any page whose texts are all emptied", async ({ product, editor, visitor }) => {
  visitor.expected.push(/Failed to load resource.*404/);
  const model = await editor.call<Model>("GET", "/api/content-model");
  for (const { page, sections } of model.pages) {
    for (const { section, fields } of sections) await empty(editor, page, section, fields);
  }
  const sections = await editor.call<{ type: string; block?: string }[]>("GET", "/api/sections");
  for (const { type, block } of sections) {
    const known = model.blocks.find((one) => one.type === (block || type));
    await empty(editor, "home", type, known?.fields ?? []);
  }
  await editor.call("PUT", "/api/settings", {
    hero_background_type: "video",
    hero_video_url: "https://www.youtube.com/watch?v=aqz-KE-bpKQ",
  });
  const blocks = model.blocks.map(({ type, fields }) => ({ type, values: valuesOf(fields) }));
  const own = { path: "/every-block", title: "Every block", status: "published", blocks };
  await editor.call("POST", "/api/admin/pages", own);
  await editor.live(120_000);

  const page = await visitor.page(phone);
  const found: string[] = [];
  for (const path of [...everyPage, own.path, "/nowhere"]) {
    await page.goto(product.url + path);
    await awake(page);
    found.push(...(await violations(page)).map((violation) => `${path}: ${violation}`));
  }
  expect(found).toEqual([]);
  await page.goto(product.url);
  await page.getByRole("button", { name: "Play the background video" }).waitFor();
  await page.goto(product.url + own.path);
  await page
    .getByRole("button", { name: /^Play: x/ })
    .first()
    .waitFor();
});
