import { ButtonLink } from "@/components/ButtonLink";
import type { CardArticle } from "@/content/card";
import { PAGE_SIZE } from "@/content/content";
import { BlogList } from "./BlogList";
import styles from "./blog.module.css";

const addressOf = (page: number) => (page === 1 ? "/blog" : `/blog/page/${page}`);

interface Props {
  coming_soon: boolean;
  page: number;
  pages: number;
  articles: CardArticle[];
}

/** "Super Insight": the newest articles first, 24 to a page. */
export function BlogPage({ coming_soon, page, pages, articles }: Props) {
  return (
    <div className="stretch page-head">
      <div>
        <h1 className="milestone">Super Insight</h1>
        <p className="lead">Long reads on planning, note-making, tests and revision, for the exam you have in mind.</p>
        <div style={{ marginTop: "var(--s5)" }}>
          <BlogList articles={articles} comingSoon={coming_soon} page={page} pageSize={PAGE_SIZE} />
        </div>
        {!coming_soon && pages > 1 && (
          <nav className={styles.pages} aria-label="Pages of the blog">
            <div>
              {page > 1 && (
                <ButtonLink href={addressOf(page - 1)} tone="text">
                  Newer
                </ButtonLink>
              )}
            </div>
            <p>
              Page {page} of {pages}
            </p>
            <div>
              {page < pages && (
                <ButtonLink href={addressOf(page + 1)} tone="text">
                  Older
                </ButtonLink>
              )}
            </div>
          </nav>
        )}
      </div>
    </div>
  );
}
