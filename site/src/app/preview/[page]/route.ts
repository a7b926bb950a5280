import { load, staticParams } from "@/app/load";
import { picture } from "@/preview/picture";

export const revalidate = false;
export const generateStaticParams = () => staticParams("/preview/[page]");

export async function GET(_: Request, { params }: { params: Promise<{ page: string }> }) {
  return picture(await load("/preview/[page]", (await params).page));
}
