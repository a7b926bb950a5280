import { load } from "@/app/load";
import { sitemapIndex, XML } from "@/app/reach/sitemap-xml";

export const revalidate = false;

export async function GET() {
  const { siteUrl, files } = await load("/sitemap.xml");
  return new Response(sitemapIndex(siteUrl, files), XML);
}
