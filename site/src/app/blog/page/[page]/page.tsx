import "@/app/styles";
import type { Metadata } from "next";
import { load, staticParams } from "@/content/load";
import { BlogPage } from "@/features/blog/BlogPage";
import { listMetadata } from "@/features/seo/metadata";

export const dynamicParams = false;
export const generateStaticParams = () => staticParams("/blog/page/[page]");

type Props = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return listMetadata((await params).page);
}

export default async function LaterBlogPage({ params }: Props) {
  return <BlogPage {...(await load("/blog/page/[page]", (await params).page))} />;
}
