import type { CardArticle } from "@/content/card";
import { PAGE_SIZE } from "@/content/content";
import { BlogList } from "./BlogList";

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
          <BlogList articles={articles} comingSoon={coming_soon} page={page} pages={pages} pageSize={PAGE_SIZE} />
        </div>
      </div>
    </div>
  );
}
