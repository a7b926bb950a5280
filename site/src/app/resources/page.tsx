import "@/app/styles";
import type { Metadata } from "next";
import { Icon } from "@/components/Icon";
import { IntentLink } from "@/components/IntentLink";
import { PageHead } from "@/components/PageHead";
import { topics } from "@/content/topics";
import styles from "@/features/resources/resources.module.css";

export const metadata: Metadata = {
  title: "Study Resources",
  description: "NCERT notes, current affairs, previous year questions, MCQ practice and strategy in one place.",
  alternates: { canonical: "/resources" },
};

export default function Resources() {
  return (
    <>
      <PageHead
        title="Study Resources"
        lead="Five shelves, open to everybody. Take what today's chapter needs."
        place="valley"
      />
      <div className="stretch">
        <ul className={styles.shelf}>
          {topics.map((topic) => (
            <li key={topic.slug}>
              <Icon name={topic.icon} size={36} strokeWidth="1.5" />
              <h2>
                <IntentLink href={`/resources/${topic.slug}`}>{topic.title}</IntentLink>
              </h2>
              <p>{topic.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
