import { load, staticParams } from "@/content/load";

export const dynamicParams = false;
export const generateStaticParams = () => staticParams("/blog/page/[page]");

export default async function BlogPage({ params }: { params: Promise<{ page: string }> }) {
  const { articles } = await load("/blog/page/[page]", (await params).page);
  return <ul>{articles.map((a) => <li key={a.id}>{a.title}</li>)}</ul>;
}
