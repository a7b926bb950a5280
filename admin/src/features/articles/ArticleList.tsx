import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { ArticleSummary } from "@/api/types";
import { useConfirm } from "@/components/confirm";
import { DeleteButton } from "@/components/DeleteEntry";
import { failureOf } from "@/components/failedPages";
import { formatDay } from "@/components/format";
import { Pages } from "@/components/Pages";
import { Panel } from "@/components/Panel";
import { Empty, Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useLoadFailure } from "@/components/useLoadFailure";
import { usePublishStatus } from "@/components/usePublishStatus";
import { deleteArticle, SORTS, type Sort, type Status, useArticles } from "./calls";
import { inWords, isPublic, standingOf } from "./dates";

const PAGE = 20;
const STATUSES = [
  { value: "", label: "All" },
  { value: "draft", label: "Draft" },
  { value: "published", label: "Published" },
  { value: "archived", label: "Archived" },
];

interface Props {
  /** The article in the form. */
  editing: string | null;
  onEdit: (id: string) => void;
  onDeleted: (id: string) => void;
}

export function ArticleList({ editing, onEdit, onDeleted }: Props) {
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 200);
  const [status, setStatus] = useState<Status | "">("");
  const [pageNumber, setPageNumber] = useState(1);
  const [sort, setSort] = useState<Sort>("-publish_date");
  const query = { q, status, sort, offset: (pageNumber - 1) * PAGE, limit: PAGE };
  const { data, error, mutate } = useArticles(query);
  useLoadFailure(data ? undefined : error);
  const { data: publishing } = usePublishStatus();
  const confirm = useConfirm();
  const filtered = q !== "" || status !== "";
  const lastPage = data ? Math.max(1, Math.ceil(data.total / PAGE)) : pageNumber;

  useEffect(() => {
    // The last article of the last page may have been deleted.
    if (pageNumber > lastPage) setPageNumber(lastPage);
  }, [pageNumber, lastPage]);

  const remove = async (article: ArticleSummary) => {
    const { id, title, author } = article;
    const sure = await confirm({
      message: "Are you sure you want to delete this article?",
      detail: `“${title}” by ${author}${isPublic(article) ? ", with its page on the site" : ""}`,
      confirm: "Delete",
    });
    if (!sure) return "kept";
    try {
      await deleteArticle(id);
      toast.success("Article deleted");
      onDeleted(id);
      return "done";
    } catch (error) {
      toast.failure("Failed to delete article", error);
      return "failed";
    }
  };

  return (
    <Panel title="All Articles" subtitle={data ? counted(data.total, filtered) : undefined}>
      <div className="filters">
        <TextInput
          label="Search"
          name="q"
          type="search"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPageNumber(1);
          }}
        />
        <NativeSelect
          label="Show"
          name="status_filter"
          data={STATUSES}
          value={status}
          onChange={(event) => {
            setStatus(event.currentTarget.value as Status | "");
            setPageNumber(1);
          }}
        />
        <NativeSelect
          label="Sort"
          name="sort"
          data={SORTS}
          value={sort}
          onChange={(event) => {
            setSort(event.currentTarget.value as Sort);
            setPageNumber(1);
          }}
        />
      </div>
      {!data && error !== undefined && (
        <Failure title="The articles could not be loaded" error={error} onRetry={() => mutate()} />
      )}
      {!data && error === undefined && <Loading />}
      {data?.items.length === 0 && (
        <Empty title={filtered ? "No article matches" : "No articles yet"}>
          {filtered ? "Try other words or another status." : "The first one you create appears here."}
        </Empty>
      )}
      {data && data.items.length > 0 && (
        <ul className="rows articles">
          {data.items.map((article) => (
            <li
              key={article.id}
              className="row"
              data-entry={article.id}
              data-current={article.id === editing || undefined}
            >
              <div className="row-main">
                <h3 dir="auto">{article.title}</h3>
                <p className="row-meta">
                  <span
                    className="status"
                    data-status={failureOf(publishing, article.slug) ? "failed" : standingOf(article)}
                  >
                    {standingOf(article)}
                  </span>
                  <span>
                    By <bdi>{article.author}</bdi>
                  </span>
                  <span className="figures">
                    {inWords(article) || formatDay(article.publish_date ?? article.created_at)}
                  </span>
                </p>
                {failureOf(publishing, article.slug) && (
                  <p className="row-failed">
                    Its page could not be made, so visitors do not see this version:{" "}
                    {failureOf(publishing, article.slug)}
                  </p>
                )}
              </div>
              <div className="row-actions">
                {isPublic(article) && (
                  <Button
                    component="a"
                    href={`/blog/${article.slug}`}
                    variant="subtle"
                    size="xs"
                    aria-label={`View ${article.title}`}
                  >
                    View
                  </Button>
                )}
                <Button
                  variant="default"
                  size="xs"
                  aria-label={`Edit ${article.title}`}
                  onClick={() => onEdit(article.id)}
                >
                  Edit
                </Button>
                <DeleteButton id={article.id} name={article.title} remove={() => remove(article)} />
              </div>
            </li>
          ))}
        </ul>
      )}
      {data && <Pages of="articles" count={lastPage} current={pageNumber} onTurn={setPageNumber} />}
    </Panel>
  );
}

function counted(total: number, filtered: boolean): string {
  const noun = total === 1 ? "article" : "articles";
  const count = total.toLocaleString("en-IN");
  return filtered ? `${count} matching ${noun}` : `${count} ${noun}`;
}
