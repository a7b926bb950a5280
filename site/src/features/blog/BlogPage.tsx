import type { CardArticle } from "@/content/card";
import { PAGE_SIZE } from "@/content/content";
import type { DateStyle } from "@/lib/date";
import BlogList from "./BlogList";
import type { ListTexts, SearchTexts } from "./fields";

interface Props extends DateStyle {
  coming_soon: boolean;
  page: number;
  pages: number;
  articles: CardArticle[];
  texts: { head: { title: string; lead: string }; list: ListTexts; search: SearchTexts };
}

/** The newest articles first, 24 to a page. */
export function BlogPage({ coming_soon, page, pages, articles, timezone, dates, texts }: Props) {
  const { head, list, search } = texts;
  return (
    <div className="stretch page-head">
      <div>
        {head.title && <h1 className="milestone">{head.title}</h1>}
        {head.lead && <p className="lead">{head.lead}</p>}
        <div style={{ marginTop: "var(--s5)" }}>
          <BlogList
            articles={articles}
            comingSoon={coming_soon}
            page={page}
            pages={pages}
            pageSize={PAGE_SIZE}
            timezone={timezone}
            dates={dates}
            texts={{ list, search }}
          />
        </div>
      </div>
    </div>
  );
}
