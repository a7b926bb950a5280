import "@/app/styles";
import { load, loadIdentity } from "@/app/load";
import { PageFacts } from "@/app/seo/Facts";
import { pageMetadata } from "@/app/seo/metadata";
import { BlogPage } from "@/features/blog/BlogPage";

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
