import "@/app/styles";
import { Icon } from "@academy/shared/Icon";
import { load } from "@/app/load";
import { topics } from "@/app/resources/topics";
import { PageFacts } from "@/app/seo/Facts";
import { pageMetadata } from "@/app/seo/metadata";
import { Link } from "@/components/Link";
import { PageHead } from "@/components/PageHead";
import styles from "@/features/resources/resources.module.css";

export const generateMetadata = () => pageMetadata("/resources");

export default async function Resources() {
  const { head, ...texts } = (await load("/resources")).texts;
  return (
    <>
      <PageFacts path="/resources" />
      <PageHead title={head.title} lead={head.lead} place="valley" />
      <div className="stretch">
        <ul className={styles.shelf}>
          {topics.map((slug) => {
            const { icon, title, text } = texts[slug];
            return (
              <li key={slug}>
                {icon && <Icon name={icon} size={36} fine />}
                <h2>
                  <Link href={`/resources/${slug}`}>{title}</Link>
                </h2>
                {text && <p>{text}</p>}
                {head.soon && <p className={styles.chip}>{head.soon}</p>}
              </li>
            );
          })}
        </ul>
      </div>
    </>
  );
}
