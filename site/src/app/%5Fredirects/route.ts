import { load } from "@/app/load";

export const revalidate = false;

/** The redirects of moved pages and articles, one a line, as the edge and static hosts read them. */
export async function GET() {
  const { redirects } = await load("/_redirects");
  const lines = redirects.map(({ from, to }) => `${from} ${to} 301\n`);
  return new Response(lines.join(""), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
