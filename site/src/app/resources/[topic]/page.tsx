import "@/app/styles";
import type { Metadata } from "next";
import { load, staticParams } from "@/app/load";
import { Facts } from "@/app/seo/Facts";
import { breadcrumbs } from "@/app/seo/facts";
import { topicMetadata } from "@/app/seo/metadata";
import { ButtonLink } from "@/components/ButtonLink";
import { ComingSoon } from "@/components/ComingSoon";

export const generateStaticParams = () => staticParams("/resources/[topic]");

type Props = { params: Promise<{ topic: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return topicMetadata((await params).topic);
}

export default async function Topic({ params }: Props) {
  const { topic: slug } = await params;
  const { resources, page, topic } = await load("/resources/[topic]", slug);
  const steps = [
    { name: resources, path: "/resources" },
    { name: topic.title, path: `/resources/${slug}` },
  ];
  return (
    <div className="stretch page-head">
      <Facts facts={(source) => [breadcrumbs(source, steps)]} />
      <ComingSoon title={topic.title}>
        <p>
          {page.soon && <strong>{page.soon}</strong>} {topic.text}
        </p>
        <div className="actions">
          <ButtonLink href="/resources" tone="quiet" back>
            {page.back}
          </ButtonLink>
        </div>
      </ComingSoon>
    </div>
  );
}
