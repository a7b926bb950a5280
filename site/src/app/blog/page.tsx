import "@/app/styles";
import { load } from "@/content/load";
import { BlogPage } from "@/features/blog/BlogPage";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";

export const generateMetadata = () => pageMetadata("/blog");

export default async function Blog() {
  return (
    <>
      <PageFacts path="/blog" />
      <BlogPage {...(await load("/blog"))} />
    </>
  );
}
