import { load } from "@/content/load";

export default async function Blog() {
  const { articles } = await load("/blog");
  return <ul>{articles.map((a) => <li key={a.id}>{a.title}</li>)}</ul>;
}
