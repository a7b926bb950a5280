import "@/app/styles";
import { load, loadIdentity } from "@/content/load";
import { BlogPage } from "@/features/blog/BlogPage";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";

export const generateMetadata = () => pageMetadata("/blog");

export default async function Blog() {
  const { config, dates } = await loadIdentity();
  return (
    <>
      <PageFacts path="/blog" />
      <BlogPage {...(await load("/blog"))} timezone={config.timezone} dates={dates} />
    </>
  );
}
