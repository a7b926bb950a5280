import { load, staticParams } from "@/content/load";
import { sitemap, XML } from "@/features/reach/sitemap";

export const revalidate = false;
export const generateStaticParams = () => staticParams("/sitemaps/[file]");

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { siteUrl, entries } = await load("/sitemaps/[file]", (await params).file);
  return new Response(sitemap(siteUrl, entries), XML);
}
