import type { Metadata } from "next";
import { load, loadChrome, staticParams } from "@/content/load";

export const dynamicParams = false;
export const generateStaticParams = () => staticParams("/blog/[slug]");

type Props = { params: Promise<{ slug: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { article } = await load("/blog/[slug]", (await params).slug);
  const { site_title } = await loadChrome();
  return { title: `${article?.title ?? "Article Not Found"} · ${site_title}`, description: article?.excerpt };
}

export default async function ArticlePage({ params }: Props) {
  const { article } = await load("/blog/[slug]", (await params).slug);
  if (!article) return <h1>Article Not Found</h1>;
  return (
    <article>
      <h1>{article.title}</h1>
      <div className="prose" dangerouslySetInnerHTML={{ __html: article.content }} />
    </article>
  );
}
