import { load } from "@/app/load";

export const revalidate = false;

/** Everything may be read; what the staff works with is not for search engines. */
export async function GET() {
  const { siteUrl } = await load("/robots.txt");
  const lines = ["User-agent: *", "Disallow: /admin/", "Disallow: /auth", "Disallow: /api/"];
  return new Response(`${lines.join("\n")}\n\nSitemap: ${siteUrl}/sitemap.xml\n`, {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
