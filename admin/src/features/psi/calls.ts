import { body } from "@academy/shared/api/client";
import useSWR, { mutate } from "swr";
import { ANONYMOUS, api } from "@/api/client";
import { noteSaved } from "@/api/publishing";

/** The police page's name in the content model. */
export const PAGE = "adhva-vibes-psi";
const KEY = `/page-content/${PAGE}`;

/** The police page's texts by their keys in page content. */
export type PsiContent = Record<"hero_title" | "hero_subtitle" | "hero_description", string>;

export function usePsiContent() {
  return useSWR<PsiContent, unknown>(KEY, async () => {
    const items = await body(api.GET("/page-content/{page}", { params: { path: { page: PAGE } }, ...ANONYMOUS }));
    const text = (key: string) => items.find((item) => item.key === key)?.content ?? "";
    return {
      hero_title: text("hero_title"),
      hero_subtitle: text("hero_subtitle"),
      hero_description: text("hero_description"),
    };
  });
}

/** Saves the three texts in parallel; fails when any of them fails. */
export async function savePsiContent(content: PsiContent): Promise<void> {
  await Promise.all([
    put("hero-title", content.hero_title),
    put("hero-subtitle", content.hero_subtitle),
    put("hero-description", content.hero_description),
  ]);
  noteSaved();
  await mutate(KEY);
}

type Field = "hero-title" | "hero-subtitle" | "hero-description";

/** These calls take a form with the one field `content`. */
function put(field: Field, content: string) {
  return body(
    api.PUT("/content/adhva-vibes-psi/{field}", {
      params: { path: { field } },
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: { content },
    }),
  );
}
