import { load } from "@/content/load";
import { sitemapIndex, XML } from "@/features/reach/sitemap";

export const revalidate = false;

export async function GET() {
  const { siteUrl, files } = await load("/sitemap.xml");
  return new Response(sitemapIndex(siteUrl, files), XML);
}
