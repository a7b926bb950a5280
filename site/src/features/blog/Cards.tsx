import { isAddress } from "@academy/shared/url";
import { useEffect, useRef, useState } from "react";
import { Link } from "@/components/Link";
import { type DateStyle, longDate } from "@/lib/date";
import { filled } from "@/lib/fill";
import { languageOf, languageOfWords } from "@/lib/language";
import { copiesOf, focusOf } from "@/lib/picture";
import type { LiveArticle } from "@/live/useLive";
import styles from "./blog.module.css";
import type { CardTexts } from "./fields";

interface CardProps extends DateStyle {
  article: LiveArticle;
  /** From the top; the first two pictures are on the first screen, the first one is its largest. */
  place: number;
  texts: CardTexts;
}

/** Whether the element has come within half a screen of what is seen. */
function useReached(wanted: boolean) {
  const element = useRef<HTMLLIElement>(null);
  const [reached, setReached] = useState(false);
  useEffect(() => {
    if (!wanted || !element.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        setReached(true);
        observer.disconnect();
      },
      { rootMargin: "50%" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [wanted]);
  return { element, reached };
}

function Card({ article, place, texts, timezone, dates }: CardProps) {
  const date = article.publish_date ?? article.created_at;
  const written = longDate(date, timezone, dates);
  const language = languageOf(article.title);
  // The other scripts are shown in the device's own fonts.
  const large = language === "hi" || language === "kn";
  const { element, reached } = useReached(large);
  return (
    <li ref={element} className={styles.card} lang={language} data-far={(large && !reached) || undefined}>
      {isAddress(article.banner_image) && (
        <img
          src={article.banner_image}
          alt=""
          {...copiesOf(article.banner_image, "(min-width: 900px) 33rem, 92vw")}
          width="640"
          height="200"
          style={focusOf(article.focus)}
          loading={place < 2 ? "eager" : "lazy"}
          fetchPriority={place === 0 ? "high" : undefined}
          decoding="async"
        />
      )}
      <div className={styles.body}>
        <time dateTime={date} lang={languageOfWords(written)}>
          {written}
        </time>
        <h2 dir="auto">
          <Link href={`/blog/${article.slug}`}>{article.title}</Link>
        </h2>
        {article.excerpt && <p dir="auto">{article.excerpt}</p>}
        <p className={styles.by}>
          <span lang={languageOfWords(texts.by)}>
            {filled(texts.by, { author: <bdi key="author">{article.author}</bdi> })}
          </span>
          {article.category && (
            <span className={styles.chip} dir="auto">
              {article.category}
            </span>
          )}
        </p>
      </div>
    </li>
  );
}

/** Articles, two abreast where there is room. */
export function Cards({ articles, ...rest }: { articles: LiveArticle[] } & Omit<CardProps, "article" | "place">) {
  return (
    <ul className={styles.list}>
      {articles.map((article, i) => (
        <Card key={article.id} article={article} place={i} {...rest} />
      ))}
    </ul>
  );
}
