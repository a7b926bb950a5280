import { revised } from "@academy/shared/api/client";
import { api, ifMatch } from "@/api/client";
import type { ArticleSummary, ArticleUpdate } from "@/api/types";
import { BulkBar, toTrash } from "@/bulk/BulkBar";
import type { Selection } from "@/bulk/selection";
import { ValueAction } from "@/bulk/ValueAction";
import { discard } from "@/resources/history";

const KIND = { collection: "articles", one: "article", several: "articles" } as const;

const update = async ({ id, revision }: ArticleSummary, body: ArticleUpdate): Promise<number> =>
  (await revised(api.PUT("/articles/{id}", { params: { path: { id }, header: ifMatch(revision) }, body }))).revision;

/** What stands in a working copy is not published unread. */
async function publish(article: ArticleSummary): Promise<number> {
  if (article.has_working_copy) throw new Error("It has unpublished changes. Open it to publish them.");
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

const tag = (tag: string) => ({
  label: "Tags",
  change: {
    past: `tagged “${tag}”`,
    run: (article: ArticleSummary) => update(article, { tags: [...new Set([...article.tags, tag])] }),
    fields: ["tags"],
  },
});

const untag = (tag: string) => ({
  label: "Tags",
  change: {
    past: `without the tag “${tag}”`,
    run: (article: ArticleSummary) => update(article, { tags: article.tags.filter((each) => each !== tag) }),
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
  const trash = toTrash<ArticleSummary>(KIND, async ({ id, revision }) => {
    const deleted = await discard({ collection: "articles", id }, revision);
    onDeleted(id);
    return deleted;
  });
  return (
    <BulkBar kind={KIND} selection={selection} actions={[...ACTIONS, trash]}>
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
              { label: "Add tag", run: (value) => act(tag(value)) },
              { label: "Remove tag", run: (value) => act(untag(value)) },
            ]}
            busy={busy}
          />
        </>
      )}
    </BulkBar>
  );
}
