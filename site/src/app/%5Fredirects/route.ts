import { load } from "@/content/load";

export const revalidate = false;

/** Where pages and articles have moved to, one a line, as the edge and hosts of static sites read it. */
export async function GET() {
  const { redirects } = await load("/_redirects");
  const lines = redirects.map(({ from, to }) => `${from} ${to} 301\n`);
  return new Response(lines.join(""), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
