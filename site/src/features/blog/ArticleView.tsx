import { Icon } from "@/components/Icon";
import { IntentLink } from "@/components/IntentLink";
import type { Article, ArticleLink } from "@/content/types";
import { longDate } from "@/lib/date";
import { languageOf } from "@/lib/language";
import { withOwnColors } from "@/lib/ownColors";
import { copiesOf } from "@/lib/picture";
import { isAddress } from "@/lib/url";
import styles from "./article.module.css";
import { EditLink } from "./EditLink";
import { type Contents, withHeadings } from "./headings";
import { withPictures, withTitles } from "./pictures";

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

function ContentsList({ entries }: Pick<Contents, "entries">) {
  const title = "In this article";
  return (
    <nav className={styles.contents} aria-label={title}>
      <p lang="en" aria-hidden="true">
        {title}
      </p>
      <details>
        <summary lang="en">
          {title}
          <Icon name="chevron" size={20} />
        </summary>
        <ol>
          {entries.map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`} dir="auto">
                {text}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

function Topics({ tags }: { tags: string[] }) {
  return (
    <section className={styles.topics} aria-labelledby="topics">
      <h2 id="topics" lang="en">
        Related Topics
      </h2>
      <ul>
        {tags.map((tag) => (
          <li key={tag} dir="auto">
            <IntentLink href={`/blog?${new URLSearchParams({ q: tag })}`}>#{tag}</IntentLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReadNext({ next }: { next: ArticleLink }) {
  return (
    <nav className={styles.next} aria-labelledby="next">
      <h2 id="next" lang="en">
        Read next
      </h2>
      <IntentLink href={`/blog/${next.slug}`} lang={languageOf(next.title) ?? "en"} dir="auto">
        {next.title}
        <Icon name="arrow" size={28} />
      </IntentLink>
    </nav>
  );
}

/** An article to be read. The path beside it fills as the reader goes on. */
export function ArticleView({
  article,
  next,
  timezone,
}: {
  article: ShownArticle;
  next?: ArticleLink | null;
  timezone: string;
}) {
  const date = article.publish_date ?? article.created_at;
  const banner = isAddress(article.banner_image);
  const { html, entries } = withHeadings(article.content);
  return (
    <article lang={languageOf(article.title)} className={banner ? styles.covered : undefined}>
      {banner && (
        <img
          src={article.banner_image}
          alt=""
          {...copiesOf(article.banner_image, "100vw")}
          width="1600"
          height="500"
          className={styles.banner}
          fetchPriority="high"
        />
      )}
      <header className={`stretch ${styles.head}`}>
        <div>
          <p className={styles.back} lang="en">
            <IntentLink href="/blog">
              <Icon name="back" size={18} /> Back to All Articles
            </IntentLink>
          </p>
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
        </div>
      </header>
      <div className={`stretch ${styles.text}`}>
        <div>
          <div className={styles.columns}>
            {entries.length > 0 && <ContentsList entries={entries} />}
            <div
              className="prose"
              dir="auto"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises article HTML on every write
              dangerouslySetInnerHTML={{ __html: withTitles(withPictures(withOwnColors(html)), article.title) }}
            />
            {article.tags.length > 0 && <Topics tags={article.tags} />}
          </div>
          {next && <ReadNext next={next} />}
        </div>
      </div>
    </article>
  );
}
