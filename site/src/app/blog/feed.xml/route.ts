import { load } from "@/app/load";
import { feed } from "@/app/reach/feed";

export const revalidate = false;

export async function GET() {
  return new Response(feed(await load("/blog/feed.xml")), {
    headers: { "content-type": "application/rss+xml; charset=utf-8" },
  });
}
