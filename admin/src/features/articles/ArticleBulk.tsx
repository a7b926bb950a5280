import { revised } from "@academy/shared/api/client";
import { api, ifMatch } from "@/api/client";
import { useMay } from "@/api/session";
import type { ArticleSummary, ArticleUpdate } from "@/api/types";
import { BulkBar, toTrash } from "@/bulk/BulkBar";
import { refuseUnread } from "@/bulk/run";
import type { Selection } from "@/bulk/selection";
import { ValueAction } from "@/bulk/ValueAction";
import { splitTags } from "@/editing/fieldForm";

const update = async ({ id, revision }: ArticleSummary, body: ArticleUpdate): Promise<number> =>
  (await revised(api.PUT("/articles/{id}", { params: { path: { id }, header: ifMatch(revision) }, body }))).revision;

async function publish(article: ArticleSummary): Promise<number> {
  refuseUnread(article);
  return update(article, { status: "published" });
}

const ACTIONS = [
  { label: "Publish", change: { past: "published", run: publish, fields: ["status"] } },
  {
    label: "Withdraw",
    change: {
      past: "withdrawn",
      run: (article: ArticleSummary) => update(article, { status: "draft" }),
      fields: ["status"],
    },
  },
];

const categorize = (category: string) => ({
  label: "Category",
  change: {
    past: `moved to “${category}”`,
    run: (article: ArticleSummary) => update(article, { category }),
    fields: ["category"],
  },
});

const quoted = (tags: readonly string[]) => tags.map((tag) => `“${tag}”`).join(", ");

const tag = (tags: readonly string[]) => ({
  label: "Tags",
  change: {
    past: `tagged ${quoted(tags)}`,
    run: (article: ArticleSummary) => update(article, { tags: [...new Set([...article.tags, ...tags])] }),
    fields: ["tags"],
  },
});

const untag = (tags: readonly string[]) => ({
  label: "Tags",
  change: {
    past: `without the ${tags.length === 1 ? "tag" : "tags"} ${quoted(tags)}`,
    run: (article: ArticleSummary) => update(article, { tags: article.tags.filter((each) => !tags.includes(each)) }),
    fields: ["tags"],
  },
});

interface Props {
  articles: readonly ArticleSummary[];
  selection: Selection<ArticleSummary>;
  onDeleted: (id: string) => void;
}

/** What can be done with several articles at once. */
export function ArticleBulk({ articles, selection, onDeleted }: Props) {
  const publisher = useMay()("content:publish");
  const trash = toTrash<ArticleSummary>("articles", onDeleted);
  return (
    <BulkBar collection="articles" selection={selection} actions={[...(publisher ? ACTIONS : []), trash]}>
      {(act, busy) => (
        <>
          <ValueAction
            label="Category"
            suggestions={articles.map(({ category }) => category)}
            uses={[{ label: "Set category", run: (value) => act(categorize(value)) }]}
            busy={busy}
          />
          <ValueAction
            label="Tag"
            suggestions={articles.flatMap(({ tags }) => tags)}
            uses={[
              { label: "Add tag", run: (value) => act(tag(splitTags(value))) },
              { label: "Remove tag", run: (value) => act(untag(splitTags(value))) },
            ]}
            busy={busy}
          />
        </>
      )}
    </BulkBar>
  );
}
