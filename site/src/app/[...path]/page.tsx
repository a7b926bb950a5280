import "@/app/styles";
import type { Metadata } from "next";
import { load, staticParams } from "@/app/load";
import { Facts } from "@/app/seo/Facts";
import { breadcrumbs } from "@/app/seo/facts";
import { editorsMetadata } from "@/app/seo/metadata";
import { BlockView } from "@/blocks/BlockView";
import { PageHead } from "@/components/PageHead";

export const generateStaticParams = () => staticParams("/[...path]");

type Props = { params: Promise<{ path: string[] }> };

const loaded = async ({ params }: Props) => load("/[...path]", (await params).path.join("/"));

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { page } = await loaded(props);
  return page ? editorsMetadata(page) : { robots: { index: false } };
}

/** A page that editors made. Its title stands at its top, unless a block has a heading that opens the page. */
export default async function EditorsPage(props: Props) {
  const { page, blocks } = await loaded(props);
  if (!page) return null;
  return (
    <>
      <Facts facts={(source) => [breadcrumbs(source, [{ name: page.title, path: page.path }])]} />
      {!blocks.some((block) => block.h1) && <PageHead title={page.title} />}
      {blocks.map((block) => (
        <BlockView key={block.id} {...block} />
      ))}
    </>
  );
}
