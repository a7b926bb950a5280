import "@/app/styles";
import type { Metadata } from "next";
import { load } from "@/content/load";
import { BlogPage } from "@/features/blog/BlogPage";

export const metadata: Metadata = {
  title: "Blog",
  description: "Super Insight: long reads on planning, note-making, tests and revision.",
  alternates: { canonical: "/blog" },
};

export default async function Blog() {
  return <BlogPage {...(await load("/blog"))} />;
}
