import { BulkBar } from "@/bulk/BulkBar";
import type { Selection } from "@/bulk/selection";
import { ValueAction } from "@/bulk/ValueAction";
import { splitTags } from "@/editing/fieldForm";
import { type Listed, removeMedia, setTags, usesIn } from "@/resources/media";
import { wordsOf } from "./Uses";

const addTags = (added: readonly string[]) => ({
  label: "Add tag",
  change: {
    past: `tagged ${added.map((tag) => `“${tag}”`).join(", ")}`,
    run: ({ id, tags, revision }: Listed) => setTags(id, [...new Set([...tags, ...added])], revision),
    undo: ({ id, tags }: Listed, revision: number) => setTags(id, tags, revision),
  },
});

/** Fails for a file in use, with where it is used. */
async function deleteUnused({ id, revision }: Listed): Promise<number> {
  try {
    await removeMedia(id, revision);
  } catch (error) {
    const uses = usesIn(error);
    if (!uses) throw error;
    throw new Error(`It is used in ${[...new Set(uses.map(wordsOf))].join(", ")}`, { cause: error });
  }
  // It has no revision any more.
  return Number.NaN;
}

const ACTIONS = [
  {
    label: "Delete unused",
    danger: true,
    change: { past: "deleted", run: deleteUnused, undo: null },
    question: (files: readonly Listed[]) => ({
      message: files.length === 1 ? "Delete it if it is unused?" : `Delete the unused of ${files.length} files?`,
      detail: "Files in use are kept. Deleting cannot be undone.",
      confirm: "Delete unused",
    }),
  },
];

interface Props {
  selection: Selection<Listed>;
  /** The tags that are offered. */
  tags: readonly string[];
}

/** The actions on several files at once. */
export const MediaBulk = ({ selection, tags }: Props) => (
  <BulkBar collection="media" selection={selection} actions={ACTIONS}>
    {(act, busy) => (
      <ValueAction
        label="Add tag"
        suggestions={tags}
        uses={[{ label: "Add", run: (value) => act(addTags(splitTags(value))) }]}
        busy={busy}
      />
    )}
  </BulkBar>
);
