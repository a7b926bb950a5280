import "@/app/styles";
import type { Metadata } from "next";
import { load, loadIdentity, staticParams } from "@/app/load";
import { Facts } from "@/app/seo/Facts";
import { breadcrumbs, article as facts } from "@/app/seo/facts";
import { articleMetadata } from "@/app/seo/metadata";
import { ArticleNotFound } from "@/features/blog/ArticleNotFound";
import { ArticleView } from "@/features/blog/ArticleView";
import { bodyOf } from "@/features/blog/body";
import { preloadReadingFont } from "@/lib/fonts";
import { formulaOf } from "@/rich/formulas";

export const generateStaticParams = () => staticParams("/blog/[slug]");

type Props = { params: Promise<{ slug: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { article, texts } = await load("/blog/[slug]", (await params).slug);
  return article ? articleMetadata(article) : { title: texts.missing.title, robots: { index: false } };
}

export default async function ArticlePage({ params }: Props) {
  const { texts, blog, article, focus, next, writing } = await load("/blog/[slug]", (await params).slug);
  if (!article) return <ArticleNotFound texts={texts.missing} />;
  const { config, dates } = await loadIdentity();
  const body = bodyOf(article, texts[""].video, { words: writing, formulaOf });
  preloadReadingFont();
  return (
    <>
      <Facts
        facts={(source) => [
          facts(source, article),
          breadcrumbs(source, [
            { name: blog, path: "/blog" },
            { name: article.title, path: `/blog/${article.slug}` },
          ]),
        ]}
      />
      <ArticleView
        article={article}
        focus={focus}
        body={body}
        next={next}
        texts={texts[""]}
        timezone={config.timezone}
        dates={dates}
      />
    </>
  );
}
