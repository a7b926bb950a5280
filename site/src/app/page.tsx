import "@/app/styles";
import { load, loadIdentity } from "@/app/load";
import { Facts } from "@/app/seo/Facts";
import { organization, website } from "@/app/seo/facts";
import { homeMetadata } from "@/app/seo/metadata";
import { BlockView } from "@/blocks/BlockView";
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
