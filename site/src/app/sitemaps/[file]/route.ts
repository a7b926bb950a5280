import { load, staticParams } from "@/app/load";
import { sitemap, XML } from "@/app/reach/sitemap-xml";

export const revalidate = false;
export const generateStaticParams = () => staticParams("/sitemaps/[file]");

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }) {
  const { siteUrl, entries } = await load("/sitemaps/[file]", (await params).file);
  return new Response(sitemap(siteUrl, entries), XML);
}
