import { load, staticParams } from "@/app/load";
import { picture } from "@/preview/picture";

export const revalidate = false;
export const generateStaticParams = () => staticParams("/preview/blog/[article]");

export async function GET(_: Request, { params }: { params: Promise<{ article: string }> }) {
  return picture(await load("/preview/blog/[article]", (await params).article));
}
