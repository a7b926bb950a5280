import { pictureOf } from "@academy/shared/picture";
import { isAddress } from "@academy/shared/url";
import type { Metadata } from "next";
import { load, loadIdentity, type TitledPath } from "@/app/load";
import type { Article, EditorPage } from "@/content/types";
import { fill } from "@/lib/fill";
import { languageOf } from "@/lib/language";
import type { Meta } from "@/model/meta";
import { previewNameOfEditors, previewOf, previewOfArticle } from "@/preview/address";
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from "@/preview/size";

interface About {
  title: string;
  description: string;
  path: string;
  /** Address of the picture that other sites show beside a link. */
  preview: string;
  locale?: string;
}

/** The metadata of every page. The layout's `metadataBase` makes its addresses absolute. */
async function metadata({ title, description, path, preview, locale = "en_IN" }: About): Promise<Metadata> {
  const { site_title, feed_title } = await loadIdentity();
  const said = { title, description: description || undefined };
  const images = [{ url: preview, width: PREVIEW_WIDTH, height: PREVIEW_HEIGHT, alt: title }];
  return {
    description: said.description,
    // Whole: the layout's template would take "$&" in a title for a place to fill.
    title: { absolute: `${title} · ${site_title}` },
    alternates: {
      canonical: path,
      types: { "application/rss+xml": [{ url: "/blog/feed.xml", title: `${feed_title} · ${site_title}` }] },
    },
    openGraph: { ...said, type: "website", siteName: site_title, locale, url: path, images },
    twitter: { ...said, card: "summary_large_image", images: [preview] },
  };
}

export async function homeMetadata(): Promise<Metadata> {
  const { site_title, site_description } = await loadIdentity();
  const about = { title: site_title, description: site_description, path: "/", preview: previewOf("/") };
  return { ...(await metadata(about)), title: { absolute: site_title } };
}

const ownMetadata = ({ title, description }: Omit<Meta, "label">, path: string) =>
  metadata({ title, description, path, preview: previewOf(path) });

/** Of a page that has a title of its own. */
export const pageMetadata = async (path: TitledPath): Promise<Metadata> =>
  ownMetadata((await load(path)).texts.meta, path);

/** Of the page of a topic. */
export const topicMetadata = async (slug: string): Promise<Metadata> =>
  ownMetadata((await load("/resources/[topic]", slug)).topic, `/resources/${slug}`);

/** Of a page that editors made; with a picture of their own where they chose one. */
export async function editorsMetadata({
  path,
  title,
  description,
  image,
}: Pick<EditorPage, "path" | "title" | "description" | "image">): Promise<Metadata> {
  const drawn = await metadata({ title, description, path, preview: `/preview/${previewNameOfEditors(path)}` });
  if (!isAddress(image)) return drawn;
  const { width, height } = pictureOf(image);
  return {
    ...drawn,
    openGraph: { ...drawn.openGraph, images: [{ url: image, width, height, alt: title }] },
    twitter: { ...drawn.twitter, images: [image] },
  };
}

/** Of a page of the blog's list beyond the first. */
export async function listMetadata(page: string): Promise<Metadata> {
  const { later, meta } = (await load("/blog/page/[page]", page)).texts;
  return metadata({
    title: fill(later.title, { title: meta.title, page }),
    description: fill(later.description, { description: meta.description, page }),
    path: `/blog/page/${page}`,
    preview: previewOf("/blog"),
  });
}

export async function articleMetadata(article: Article): Promise<Metadata> {
  const { title, slug, author, tags, category } = article;
  const language = languageOf(title);
  const common = await metadata({
    title,
    description: article.excerpt,
    path: `/blog/${slug}`,
    preview: previewOfArticle(slug),
    locale: language && `${language}_IN`,
  });
  return {
    ...common,
    authors: [{ name: author }],
    openGraph: {
      ...common.openGraph,
      type: "article",
      publishedTime: article.publish_date ?? article.created_at,
      modifiedTime: article.updated_at,
      authors: [author],
      section: category || undefined,
      tags,
    },
  };
}
