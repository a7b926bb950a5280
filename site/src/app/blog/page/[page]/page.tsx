import "@/app/styles";
import type { Metadata } from "next";
import { load, loadIdentity, staticParams } from "@/app/load";
import { listMetadata } from "@/app/seo/metadata";
import { BlogPage } from "@/features/blog/BlogPage";

export const generateStaticParams = () => staticParams("/blog/page/[page]");

type Props = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return listMetadata((await params).page);
}

export default async function LaterBlogPage({ params }: Props) {
  const { config, dates } = await loadIdentity();
  const inputs = await load("/blog/page/[page]", (await params).page);
  return <BlogPage {...inputs} timezone={config.timezone} dates={dates} />;
}
