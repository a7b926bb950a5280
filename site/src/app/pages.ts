import type { Reader } from "@/content/reader";
import type { Page } from "@/model/define";
import type { Meta } from "@/model/meta";
import { pageTexts, textsOf } from "@/model/values";
import { pages } from "./pages.gen";
import resources from "./resources/model";
import { topics } from "./resources/topics";

/** The models of the pages that have one beside their page.tsx and no parameter, by their paths. */
export const declared = new Map(
  (pages as readonly { model: Page; route?: string }[]).flatMap(({ model, route }) =>
    route && !route.includes("{") && route !== "/404" ? [[route, model] as const] : [],
  ),
);

const topicOf = (path: string) => topics.find((topic) => path === `/resources/${topic}`);

/** The paths of all pages with a title of their own. The home page's title is a setting. */
export const pagePaths = [...declared.keys(), ...topics.map((topic) => `/resources/${topic}`)];

/** Returns the title, description and label of one of these pages. */
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
