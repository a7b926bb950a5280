import { BlockButton, BlockFrame } from "@/components/BlockFrame";
import { Link } from "@/components/Link";
import { longDate } from "@/lib/date";
import { fill } from "@/lib/fill";
import { languageOf } from "@/lib/language";
import type { BlockProps } from "@/model/define";
import styles from "./latest-articles.module.css";
import type model from "./model";

export default function LatestArticles({ id, h1, values, inputs }: BlockProps<typeof model>) {
  const { heading, lead, by, button_text, button_link, ground } = values;
  if (inputs.articles.length === 0) return null;
  return (
    <BlockFrame id={id} h1={h1} heading={heading} lead={lead} ground={ground}>
      <ul className={styles.articles}>
        {inputs.articles.map(({ slug, title, excerpt, author, publish_date, created_at }) => (
          <li key={slug} lang={languageOf(title)}>
            <p className={styles.facts} lang="en">
              <time dateTime={publish_date ?? created_at}>
                {longDate(publish_date ?? created_at, inputs.timezone, inputs.dates)}
              </time>
              {by && author && <span dir="auto">{fill(by, { author })}</span>}
            </p>
            <h3 dir="auto">
              <Link href={`/blog/${slug}`}>{title}</Link>
            </h3>
            {excerpt && <p dir="auto">{excerpt}</p>}
          </li>
        ))}
      </ul>
      <BlockButton text={button_text} link={button_link} tone="text" />
    </BlockFrame>
  );
}
