import resources from "@/app/resources/model";
import type { Page } from "@/model/define";
import type { Meta } from "@/model/meta";
import { pages } from "@/model/pages.gen";
import { pageTexts, textsOf } from "@/model/values";
import type { Reader } from "./reader";
import { topics } from "./topics";

/** The models of the pages that have one beside their page.tsx and no parameter, by their paths. */
export const declared = new Map(
  (pages as readonly { model: Page; route?: string }[]).flatMap(({ model, route }) =>
    route && !route.includes("{") && route !== "/404" ? [[route, model] as const] : [],
  ),
);

const topicOf = (path: string) => topics.find((topic) => path === `/resources/${topic}`);

/** Every page with an address and a title of its own. The home page's are settings. */
export const pagePaths = [...declared.keys(), ...topics.map((topic) => `/resources/${topic}`)];

/** What is said elsewhere about one of these pages. */
export function metaOf(reader: Reader, path: string): Meta {
  const topic = topicOf(path);
  if (topic) {
    const { meta, [topic]: own } = pageTexts(resources, reader);
    return { title: own.title, description: own.description, label: meta.label };
  }
  const model = declared.get(path);
  if (!model?.sections.meta) throw new Error(`${path} has no title of its own`);
  const stored = reader.pageContent(model.page).meta ?? {};
  return textsOf(model.sections.meta.fields, stored, reader) as Meta;
}

/** The preview's file for a page: "/resources/pyqs" has "resources-pyqs.png", the home page "home.png". */
export const previewName = (path: string) => `${path.slice(1).replaceAll("/", "-") || "home"}.png`;

/** Addresses of the pictures that other sites show beside a link. */
export const previewOf = (path: string) => `/preview/${previewName(path)}`;
export const previewOfArticle = (slug: string) => `/preview/blog/${slug}.png`;
/** Of a page that editors made: names of such have a dot more, so that no other page's picture has the same. */
export const previewNameOfEditors = (path: string) => `page${path.replaceAll("/", ".")}.png`;
