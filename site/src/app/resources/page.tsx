import "@/app/styles";
import { Icon } from "@/components/Icon";
import { IntentLink } from "@/components/IntentLink";
import { PageHead } from "@/components/PageHead";
import { topics } from "@/content/topics";
import styles from "@/features/resources/resources.module.css";
import { PageFacts } from "@/features/seo/Facts";
import { pageMetadata } from "@/features/seo/metadata";

export const generateMetadata = () => pageMetadata("/resources");

export default function Resources() {
  return (
    <>
      <PageFacts path="/resources" />
      <PageHead
        title="Study Resources"
        lead="Five shelves, open to everybody as soon as they are filled. See what each will hold."
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
              <p className={styles.chip}>Coming soon</p>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}
