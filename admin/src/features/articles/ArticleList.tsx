import { Button } from "@mantine/core";
import type { ArticleSummary, PublishStatus } from "@/api/types";
import { SelectBox } from "@/bulk/BulkBar";
import { type Selection, useSelection } from "@/bulk/selection";
import { isPublic } from "@/editing/schedule";
import { Unpublished } from "@/editing/Unpublished";
import { TrashButton } from "@/history/TrashButton";
import { useTrash } from "@/history/useTrash";
import { DeleteButton } from "@/lists/DeleteEntry";
import { ListFrame } from "@/lists/ListFrame";
import { useList } from "@/lists/useList";
import { failureOf } from "@/publishing/failedPages";
import { COLLECTIONS, optionsOf } from "@/resources/collections";
import { usePublishStatus } from "@/resources/publishing";
import { formatDay } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { ArticleBulk } from "./ArticleBulk";
import { fetchArticles, NAME, type Status } from "./calls";
import { inWords, standingOf } from "./dates";

/** The orders that the list offers. */
const SORTS = [
  { value: "-publish_date", label: "Newest first" },
  { value: "publish_date", label: "Oldest first" },
  { value: "-updated_at", label: "Last changed" },
  { value: "title", label: "Title, A to Z" },
  { value: "author", label: "Author" },
];
const STATUSES = optionsOf(COLLECTIONS.articles.fields, "status");
const FILTERS = [
  // The form above has a field of the filter's own name.
  { key: "status", name: "status_filter", label: "Show", options: [{ value: "", label: "All" }, ...STATUSES] },
];

interface Props {
  /** The article in the form. */
  editing: string | null;
  onEdit: (id: string) => void;
  onDeleted: (id: string) => void;
}

export function ArticleList({ editing, onEdit, onDeleted }: Props) {
  const list = useList({
    name: NAME,
    fetchPage: fetchArticles,
    sort: "-publish_date",
    perPage: 20,
    filters: { status: "" as Status | "" },
  });
  const selection = useSelection(list.data?.items ?? []);
  const { data: publishing } = usePublishStatus();
  return (
    <Panel title="All Articles" actions={<TrashButton collection="articles" />}>
      <ListFrame
        name={NAME}
        list={list}
        failed="The articles could not be loaded"
        empty={<Empty title="No articles yet">Articles that you create appear here.</Empty>}
        nothing={<Empty title="No articles found">Try other words or another status.</Empty>}
        filters={FILTERS}
        sorts={SORTS}
        countOf={countOf}
      >
        {(articles) => (
          <>
            <ArticleBulk articles={articles} selection={selection} onDeleted={onDeleted} />
            <ul className="rows articles">
              {articles.map((article) => (
                <Row
                  key={article.id}
                  article={article}
                  selection={selection}
                  publishing={publishing}
                  current={article.id === editing}
                  onEdit={() => onEdit(article.id)}
                  onDeleted={() => onDeleted(article.id)}
                />
              ))}
            </ul>
          </>
        )}
      </ListFrame>
    </Panel>
  );
}

interface RowProps {
  article: ArticleSummary;
  selection: Selection<ArticleSummary>;
  publishing: PublishStatus | undefined;
  /** Whether the form holds it. */
  current: boolean;
  onEdit: () => void;
  onDeleted: () => void;
}

function Row({ article, selection, publishing, current, onEdit, onDeleted }: RowProps) {
  const trash = useTrash("articles");
  const { id, title, author, slug } = article;
  const notMade = failureOf(publishing, slug);
  const remove = async () => {
    const outcome = await trash.remove(article, {
      message: "Are you sure you want to delete this article?",
      detail: `“${title}” by ${author}${isPublic(article) ? ", with its page on the site" : ""}`,
    });
    if (outcome === "done") onDeleted();
    return outcome;
  };
  return (
    <li className="row" data-entry={id} data-current={current || undefined}>
      <SelectBox entry={article} selection={selection} />
      <div className="row-main">
        <h3 dir="auto">{title}</h3>
        <p className="row-meta">
          <span className="status" data-status={notMade ? "failed" : standingOf(article)}>
            {standingOf(article)}
          </span>
          <span>
            By <bdi>{author}</bdi>
          </span>
          <Unpublished of={article} />
          <span className="figures">{inWords(article) || formatDay(article.publish_date ?? article.created_at)}</span>
        </p>
        {notMade && (
          <p className="row-failed">Its page could not be built, so visitors do not see this version: {notMade}</p>
        )}
      </div>
      <div className="row-actions">
        {isPublic(article) && (
          <Button component="a" href={`/blog/${slug}`} variant="subtle" size="xs" aria-label={`View ${title}`}>
            View
          </Button>
        )}
        <Button variant="default" size="xs" aria-label={`Edit ${title}`} onClick={onEdit}>
          Edit
        </Button>
        <DeleteButton id={id} name={title} remove={remove} busy={trash.busy} />
      </div>
    </li>
  );
}

function countOf(total: number, filtered: boolean): string {
  const noun = total === 1 ? "article" : "articles";
  const count = total.toLocaleString("en-IN");
  return filtered ? `${count} matching ${noun}` : `${count} ${noun}`;
}
