import "@/app/styles";
import type { Metadata } from "next";
import { ButtonLink } from "@/components/ButtonLink";
import { ComingSoon } from "@/components/ComingSoon";
import { staticParams } from "@/content/load";
import { topics } from "@/content/topics";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";

export const dynamicParams = false;
export const generateStaticParams = () => staticParams("/resources/[topic]");

type Props = { params: Promise<{ topic: string }> };

async function topicOf({ params }: Props) {
  const { topic: slug } = await params;
  const topic = topics.find((candidate) => candidate.slug === slug);
  if (!topic) throw new Error(`there is no resource called ${slug}`);
  return topic;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { slug } = await topicOf(props);
  return pageMetadata(`/resources/${slug}`);
}

export default async function Topic(props: Props) {
  const topic = await topicOf(props);
  return (
    <div className="stretch page-head">
      <PageFacts path={`/resources/${topic.slug}`} />
      <ComingSoon title={topic.title}>
        <p>
          <strong>Coming Soon.</strong> {topic.text}
        </p>
        <div className="actions">
          <ButtonLink href="/resources" tone="quiet" back>
            Back to Resources
          </ButtonLink>
        </div>
      </ComingSoon>
    </div>
  );
}
