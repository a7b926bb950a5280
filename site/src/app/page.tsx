import { load } from "@/content/load";

export default async function Home() {
  const { texts } = await load("/");
  return <h1>{texts.hero?.heading ?? "Unlock Your Potential. Serve the Nation."}</h1>;
}
