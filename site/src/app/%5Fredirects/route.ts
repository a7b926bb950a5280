import { load } from "@/app/load";
import { redirectLines } from "@/content/redirects";

export const revalidate = false;

/** The redirects of editors, moved pages and articles, one a line, as the edge and static hosts read them. */
export async function GET() {
  const { redirects } = await load("/_redirects");
  return new Response(redirectLines(redirects), { headers: { "content-type": "text/plain; charset=utf-8" } });
}
