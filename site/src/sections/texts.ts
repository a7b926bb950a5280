import type { PageTexts } from "@/content/reader";
import { BUILT_IN_TEXTS } from "./builtIn";
import type { SectionType } from "./order";

export type Texts<S extends SectionType> = Record<keyof (typeof BUILT_IN_TEXTS)[S], string>;

/** The texts of one block: the managed ones, and the built-in one wherever a managed text is missing or blank. */
export function textsOf<S extends SectionType>(section: S, managed: PageTexts): Texts<S> {
  const texts: Record<string, string> = { ...BUILT_IN_TEXTS[section] };
  for (const key of Object.keys(texts)) {
    const content = managed[section]?.[key];
    if (content?.trim()) texts[key] = content;
  }
  return texts as Texts<S>;
}
