import "@/app/styles";
import type { Metadata } from "next";
import { load, staticParams } from "@/content/load";
import { BlogPage } from "@/features/blog/BlogPage";

export const dynamicParams = false;
export const generateStaticParams = () => staticParams("/blog/page/[page]");

type Props = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { page } = await params;
  return { title: `Blog, page ${page}`, alternates: { canonical: `/blog/page/${page}` } };
}

export default async function LaterBlogPage({ params }: Props) {
  return <BlogPage {...(await load("/blog/page/[page]", (await params).page))} />;
}
