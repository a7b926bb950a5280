import "@/app/styles";
import { BlockView } from "@/blocks/BlockView";
import { load, loadIdentity } from "@/content/load";
import { Facts } from "@/features/seo/Facts";
import { organization, website } from "@/features/seo/facts";
import { homeMetadata } from "@/features/seo/metadata";
import Sections from "@/live/Sections";

export const generateMetadata = () => homeMetadata();

export default async function Home() {
  const { sections, blocks, contact, social_links } = await load("/");
  const { site_title } = await loadIdentity();
  const elsewhere = social_links.filter((link) => link.visible).map((link) => link.url);
  return (
    <>
      <Facts facts={(source) => [organization(source, { ...contact, elsewhere }), website(source)]} />
      <Sections built={sections} />
      {!blocks.some((block) => block.h1) && <h1 className="visually-hidden">{site_title}</h1>}
      {blocks.map((block) => (
        <BlockView key={block.id} {...block} />
      ))}
    </>
  );
}
