import article from "@/app/blog/[slug]/model";
import blog from "@/app/blog/model";
import notFound from "@/app/not-found.model";
import resources from "@/app/resources/model";
import site from "@/app/site.model";
import type { Page, TextsOf } from "@/model/define";
import type { pages } from "@/model/pages.gen";
import { pageTexts } from "@/model/values";
import { card } from "./card";
import { PAGE_SIZE } from "./content";
import { contact } from "./inputs";
import { declared, metaOf } from "./pages";
import { articlePreviewInputs, feedInputs, previewInputs, previewNames, sitemapInputs, sitemaps } from "./reach";
import type { Reader } from "./reader";
import { type Topic, topics } from "./topics";

/**
 * One route of the site.
 * `inputs` is a pure function: what it returns (plain JSON) is all that the page may depend on, so that equal
 * inputs mean equal bytes. A member named `article`, and each of a list named `articles` where the route asks for
 * `bodies`, gets its `content` added when the page is rendered; its `hash` stands for the body until then.
 */
export interface Route<I extends object = object> {
  /** Parameter values of every instance; left out for a route without parameters. */
  params?: (reader: Reader) => string[];
  inputs: (reader: Reader, param: string) => I;
  /**
   * When changed instances go live: at once (0), with a next release (1, what nobody looks for first), or with the last
   * ones (2, what no page shows). The first release of all does not wait for the last ones.
   */
  wave?: 0 | 1 | 2;
  /** True when the members of the list `articles` are rendered with their content. */
  bodies?: boolean;
  /** True for a file without the layout around it: what the layout shows does not belong to its inputs. */
  bare?: boolean;
}

const route = <I extends object>(definition: Route<I>) => definition;

/**
 * Who speaks: what every page's own metadata and facts may use. It belongs to the inputs of every page, so keep it
 * small: whatever changes here renders the whole site again.
 */
export function identity(reader: Reader) {
  const { site_title, site_description } = reader.settings();
  const { "": words, dates } = pageTexts(site, reader);
  const feed_title = pageTexts(blog, reader).feed.title;
  return { config: reader.config(), site_title, site_description, home: words.home, feed_title, dates };
}

/**
 * What the layout around every page shows. A page's own part sees only the identity: so a page needs no rendering when
 * something else changes here, only the same changes as every page around it (see publisher/patcher.ts). A page that
 * says some of it itself has it in its inputs. What stands where there is no page belongs to the layout: Next puts it into
 * every page.
 */
export function chrome(reader: Reader) {
  return {
    ...identity(reader),
    ...contact(reader),
    community_url: reader.settings().community_url,
    social_links: reader.socialLinks(),
    not_found: { texts: pageTexts(notFound, reader), article: pageTexts(article, reader) },
  };
}

/** Number of pages of the blog list; at least one. */
const blogPages = (reader: Reader) => Math.max(1, Math.ceil(reader.articleCount() / PAGE_SIZE));

function blogPage(reader: Reader, page: number) {
  return {
    texts: pageTexts(blog, reader),
    coming_soon: reader.settings().blog_show_coming_soon,
    page,
    pages: blogPages(reader),
    articles: reader.articles((page - 1) * PAGE_SIZE, PAGE_SIZE).map(card),
  };
}

type Declared = Exclude<
  Extract<(typeof pages)[number], { route: string }>,
  { route: `${string}{${string}}${string}` | "/404" }
>;
type InputsOfModel<M> = (M extends Page<infer _, infer I> ? I : never) & { texts: TextsOf<M> };

/** Pages of which a model beside page.tsx says all: their texts, and what else they show. */
const modelled: Record<string, Route> = {};
for (const [path, model] of declared) {
  modelled[path] = { inputs: (reader) => ({ texts: pageTexts(model, reader), ...model.inputs?.(reader) }) };
}

/** Every page of the site, by its pattern. A page that is not listed here is not built. */
export const routes = {
  ...(modelled as { [D in Declared as D["route"]]: Route<InputsOfModel<D["model"]>> }),
  "/": route({
    inputs: (reader) => {
      const s = reader.settings();
      return {
        sections: reader.sections().map(({ type, is_visible, display_order }) => ({ type, is_visible, display_order })),
        texts: reader.pageTexts("home"),
        programs: reader.programs(),
        features: reader.features(),
        differentiators: reader.differentiators(),
        enrollment_form_url: s.enrollment_form_url,
        sample_test_url: s.sample_test_url,
        contact: contact(reader),
        social_links: reader.socialLinks(),
        hero: {
          background_type: s.hero_background_type,
          video_url: s.hero_video_url,
          video_poster: s.hero_video_poster,
          autoplay: s.hero_video_autoplay,
          muted: s.hero_video_muted,
          loop: s.hero_video_loop,
        },
      };
    },
  }),
  "/blog": route({ inputs: (reader) => blogPage(reader, 1) }),
  "/blog/page/[page]": route({
    wave: 1,
    params: (reader) => Array.from({ length: blogPages(reader) - 1 }, (_, i) => String(i + 2)),
    inputs: (reader, page) => blogPage(reader, Number(page)),
  }),
  "/blog/[slug]": route({
    params: (reader) => reader.slugs(),
    inputs: (reader, slug) => ({
      texts: pageTexts(article, reader),
      blog: metaOf(reader, "/blog").title,
      article: reader.article(slug),
      next: reader.next(slug),
    }),
  }),
  "/resources/[topic]": route({
    params: () => [...topics],
    inputs: (reader, slug) => {
      const texts = pageTexts(resources, reader);
      return { resources: texts.meta.title, page: texts.topic, topic: texts[slug as Topic] };
    },
  }),
  "/_not-found": route({ inputs: () => ({}) }),
  "/robots.txt": route({ bare: true, inputs: (reader) => ({ siteUrl: reader.config().siteUrl }) }),
  "/site.webmanifest": route({
    bare: true,
    inputs: (reader) => {
      const { site_title, site_description } = reader.settings();
      return { site_title, site_description };
    },
  }),
  "/sitemap.xml": route({
    bare: true,
    inputs: (reader) => ({ siteUrl: reader.config().siteUrl, files: sitemaps(reader) }),
  }),
  "/sitemaps/[file]": route({ bare: true, wave: 1, params: sitemaps, inputs: sitemapInputs }),
  "/blog/feed.xml": route({ bare: true, bodies: true, inputs: feedInputs }),
  "/preview/[page]": route({ bare: true, wave: 2, params: previewNames, inputs: previewInputs }),
  "/preview/blog/[article]": route({
    bare: true,
    wave: 2,
    params: (reader) => reader.slugs().map((slug) => `${slug}.png`),
    inputs: articlePreviewInputs,
  }),
};

export type Pattern = keyof typeof routes;
export type Identity = ReturnType<typeof identity>;
export type Chrome = ReturnType<typeof chrome>;

/** The parameter's name in a pattern such as "/blog/[slug]", or null. */
export function paramName(pattern: string): string | null {
  return /\[([^\]]+)\]/.exec(pattern)?.[1] ?? null;
}

/** The address of one instance of a route. */
export function pathOf(pattern: string, param: string): string {
  return pattern.replace(/\[[^\]]+\]/, param);
}
