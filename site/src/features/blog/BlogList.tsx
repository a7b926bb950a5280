"use client";

import { ComingSoon } from "@/components/ComingSoon";
import { IntentLink } from "@/components/IntentLink";
import { Empty } from "@/components/PlannedArt";
import type { CardArticle } from "@/content/card";
import { longDate } from "@/lib/date";
import { languageOf } from "@/lib/language";
import { pictureOf } from "@/lib/picture";
import { useSite } from "@/live/Site";
import { useArticles, useSettings } from "@/live/useLive";
import styles from "./blog.module.css";

interface CardProps {
  article: CardArticle;
  /** From the top; the first two pictures are on the first screen, the first one is its largest. */
  place: number;
}

function Card({ article, place }: CardProps) {
  const { timezone } = useSite();
  const date = article.publish_date ?? article.created_at;
  return (
    <li className={styles.card} lang={languageOf(article.title)}>
      {article.banner_image && (
        <img
          src={article.banner_image}
          alt=""
          srcSet={pictureOf(article.banner_image).srcSet}
          sizes="(min-width: 900px) 33rem, 92vw"
          width="640"
          height="200"
          loading={place < 2 ? "eager" : "lazy"}
          fetchPriority={place === 0 ? "high" : undefined}
          decoding="async"
        />
      )}
      <div className={styles.body}>
        <time dateTime={date}>{longDate(date, timezone)}</time>
        <h2>
          <IntentLink href={`/blog/${article.slug}`}>{article.title}</IntentLink>
        </h2>
        {article.excerpt && <p>{article.excerpt}</p>}
        <p className={styles.by}>
          <span>By {article.author}</span>
          {article.category && <span className={styles.chip}>{article.category}</span>}
        </p>
      </div>
    </li>
  );
}

interface Props {
  articles: CardArticle[];
  comingSoon: boolean;
  page: number;
  pageSize: number;
}

/** One page of the list, as built, and as the API has it once it answers. */
export function BlogList({ articles, comingSoon, page, pageSize }: Props) {
  const settings = useSettings({ blog_show_coming_soon: comingSoon });
  const list = useArticles(articles, pageSize, (page - 1) * pageSize);
  if (settings.blog_show_coming_soon) {
    return (
      <ComingSoon title="Coming Soon" level={2}>
        <p>We're preparing insightful articles for you. Stay tuned!</p>
      </ComingSoon>
    );
  }
  if (list.length === 0) return <Empty>No articles published yet. Check back soon!</Empty>;
  return (
    <ul className={styles.list}>
      {list.map((article, i) => (
        <Card key={article.id} article={article} place={i} />
      ))}
    </ul>
  );
}
