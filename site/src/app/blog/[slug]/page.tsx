import "@/app/styles";
import type { Metadata } from "next";
import { load, loadChrome, staticParams } from "@/content/load";
import type { Chrome } from "@/content/routes";
import type { Article } from "@/content/types";
import { ArticleNotFound } from "@/features/blog/ArticleNotFound";
import { ArticleView } from "@/features/blog/ArticleView";
import { JsonLd } from "@/features/seo/JsonLd";

export const dynamicParams = false;
export const generateStaticParams = () => staticParams("/blog/[slug]");

type Props = { params: Promise<{ slug: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { article } = await load("/blog/[slug]", (await params).slug);
  if (!article) return { title: "Article Not Found", robots: { index: false } };
  return {
    title: article.title,
    description: article.excerpt || undefined,
    authors: [{ name: article.author }],
    alternates: { canonical: `/blog/${article.slug}` },
    openGraph: {
      type: "article",
      title: article.title,
      description: article.excerpt || undefined,
      publishedTime: article.publish_date ?? article.created_at,
      modifiedTime: article.updated_at,
      images: article.banner_image ? [article.banner_image] : undefined,
      tags: article.tags,
    },
  };
}

function structured(article: Article, { config, site_title }: Chrome) {
  const url = `${config.siteUrl}/blog/${article.slug}`;
  return [
    {
      "@type": "Article",
      headline: article.title,
      description: article.excerpt,
      image: article.banner_image ? new URL(article.banner_image, config.siteUrl).href : undefined,
      datePublished: article.publish_date ?? article.created_at,
      dateModified: article.updated_at,
      author: { "@type": "Person", name: article.author },
      publisher: { "@type": "Organization", name: site_title },
      mainEntityOfPage: url,
    },
    {
      "@type": "BreadcrumbList",
      itemListElement: [
        { "@type": "ListItem", position: 1, name: "Blog", item: `${config.siteUrl}/blog` },
        { "@type": "ListItem", position: 2, name: article.title, item: url },
      ],
    },
  ];
}

export default async function ArticlePage({ params }: Props) {
  const { article } = await load("/blog/[slug]", (await params).slug);
  if (!article) return <ArticleNotFound />;
  const chrome = await loadChrome();
  return (
    <>
      <JsonLd graph={structured(article, chrome)} />
      <ArticleView article={article} timezone={chrome.config.timezone} />
    </>
  );
}
