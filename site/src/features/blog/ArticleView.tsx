import { Icon } from "@/components/Icon";
import { IntentLink } from "@/components/IntentLink";
import type { Article } from "@/content/types";
import { longDate } from "@/lib/date";
import { languageOf } from "@/lib/language";
import { pictureOf } from "@/lib/picture";
import { isAddress } from "@/lib/url";
import styles from "./article.module.css";
import { EditLink } from "./EditLink";
import { withPictures } from "./pictures";

export type ShownArticle = Pick<
  Article,
  | "id"
  | "title"
  | "content"
  | "banner_image"
  | "author"
  | "author_id"
  | "category"
  | "tags"
  | "publish_date"
  | "created_at"
>;

/** An article to be read. The path beside it fills as the reader goes on. */
export function ArticleView({ article, timezone }: { article: ShownArticle; timezone: string }) {
  const date = article.publish_date ?? article.created_at;
  return (
    <article lang={languageOf(article.title)}>
      {isAddress(article.banner_image) && (
        <img
          src={article.banner_image}
          alt=""
          srcSet={pictureOf(article.banner_image).srcSet}
          sizes="100vw"
          width="1600"
          height="500"
          className={styles.banner}
          fetchPriority="high"
        />
      )}
      <div className={`stretch ${styles.stretch}`}>
        <div>
          <p className={styles.back} lang="en">
            <IntentLink href="/blog">
              <Icon name="back" size={18} /> Back to All Articles
            </IntentLink>
          </p>
          <header className={styles.head}>
            {article.category && (
              <p className={styles.category} dir="auto">
                {article.category}
              </p>
            )}
            <h1 className="milestone" dir="auto">
              {article.title}
            </h1>
            <p className={styles.meta} lang="en">
              <span>
                By <bdi>{article.author}</bdi>
              </span>
              <time dateTime={date}>{longDate(date, timezone)}</time>
              <EditLink id={article.id} author={article.author_id} />
            </p>
          </header>
          <div className={styles.columns}>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises article HTML on every write */}
            <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: withPictures(article.content) }} />
            {article.tags.length > 0 && (
              <section className={styles.topics} aria-labelledby="topics">
                <h2 id="topics" lang="en">
                  Related Topics
                </h2>
                <ul>
                  {article.tags.map((tag) => (
                    <li key={tag} dir="auto">
                      #{tag}
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </div>
        </div>
      </div>
    </article>
  );
}
