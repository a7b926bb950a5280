import { Icon } from "@academy/shared/Icon";
import { isAddress } from "@academy/shared/url";
import { Link } from "@/components/Link";
import type { Article, ArticleLink, Point } from "@/content/types";
import { type DateStyle, longDate } from "@/lib/date";
import { filled } from "@/lib/fill";
import { languageOf, languageOfWords } from "@/lib/language";
import { copiesOf, focusOf } from "@/lib/picture";
import styles from "./article.module.css";
import type { Body } from "./body";
import EditLink from "./EditLink";
import type { ArticleTexts } from "./fields";

type ShownArticle = Pick<
  Article,
  "id" | "title" | "banner_image" | "author" | "author_id" | "category" | "tags" | "publish_date" | "created_at"
>;

function ContentsList({ title, entries }: { title: string } & Pick<Body, "entries">) {
  return (
    <nav className={styles.contents} aria-label={title}>
      <p lang={languageOfWords(title)} aria-hidden="true">
        {title}
      </p>
      <details>
        <summary lang={languageOfWords(title)}>
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

function Topics({ title, tags }: { title: string; tags: string[] }) {
  return (
    <section className={styles.topics} aria-labelledby="topics">
      <h2 id="topics" lang={languageOfWords(title)}>
        {title}
      </h2>
      <ul>
        {tags.map((tag) => (
          <li key={tag} dir="auto">
            <Link href={`/blog?${new URLSearchParams({ q: tag })}`}>#{tag}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ReadNext({ title, next }: { title: string; next: ArticleLink }) {
  return (
    <nav className={styles.next} aria-labelledby="next">
      <h2 id="next" lang={languageOfWords(title)}>
        {title}
      </h2>
      <Link href={`/blog/${next.slug}`} lang={languageOf(next.title) ?? "en"} dir="auto">
        {next.title}
        <Icon name="arrow" size={28} />
      </Link>
    </nav>
  );
}

interface Props extends DateStyle {
  article: ShownArticle;
  /** The point of the banner that stays visible. */
  focus?: Point | null;
  body: Body;
  next?: ArticleLink | null;
  texts: ArticleTexts;
}

/** An article to be read. The path beside it fills as the reader goes on. */
export function ArticleView({ article, focus, body, next, texts, timezone, dates }: Props) {
  const date = article.publish_date ?? article.created_at;
  const banner = isAddress(article.banner_image);
  const { html, entries } = body;
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
          style={focusOf(focus)}
          fetchPriority="high"
        />
      )}
      <header className={`stretch ${styles.head}`}>
        <div>
          {texts.back && (
            <p className={styles.back} lang={languageOfWords(texts.back)}>
              <Link href="/blog">
                <Icon name="back" size={18} /> {texts.back}
              </Link>
            </p>
          )}
          {article.category && (
            <p className={styles.category} dir="auto">
              {article.category}
            </p>
          )}
          <h1 className="milestone" dir="auto">
            {article.title}
          </h1>
          <p className={styles.meta} lang={languageOfWords(texts.by)}>
            <span>{filled(texts.by, { author: <bdi key="author">{article.author}</bdi> })}</span>
            <time dateTime={date}>{longDate(date, timezone, dates)}</time>
            <EditLink id={article.id} author={article.author_id} label={texts.edit} />
          </p>
        </div>
      </header>
      <div className={`stretch ${styles.text}`}>
        <div>
          <div className={styles.columns}>
            {entries.length > 0 && <ContentsList title={texts.contents} entries={entries} />}
            <div
              className="prose"
              dir="auto"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitises article HTML on every write
              dangerouslySetInnerHTML={{ __html: html }}
            />
            {article.tags.length > 0 && <Topics title={texts.topics} tags={article.tags} />}
          </div>
          {next && <ReadNext title={texts.next} next={next} />}
        </div>
      </div>
    </article>
  );
}
