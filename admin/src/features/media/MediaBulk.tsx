import { Button } from "@mantine/core";
import { BulkBar } from "@/bulk/BulkBar";
import { numbered } from "@/bulk/run";
import type { Selection } from "@/bulk/selection";
import { ValueAction } from "@/bulk/ValueAction";
import { splitTags } from "@/editing/fieldForm";
import { deleteUnused, findUnused, type Listed, removeMedia, setTags, usesIn } from "@/resources/media";
import { toast } from "@/ui/toasts";
import { useAction } from "@/ui/useAction";
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
async function deleteOne({ id, revision }: Listed): Promise<number> {
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

const DELETE_UNUSED = "Delete unused";

const ACTIONS = [
  {
    label: DELETE_UNUSED,
    danger: true,
    change: { past: "deleted", run: deleteOne, undo: null },
    question: (files: readonly Listed[]) => ({
      message: files.length === 1 ? "Delete it if it is unused?" : `Delete the unused of ${files.length} files?`,
      detail: "Files in use are kept. Deleting cannot be undone.",
      confirm: DELETE_UNUSED,
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

/** Deletes all that is unused of what a list finds, on whatever page. */
export function DeleteUnused({ narrowed }: { narrowed: Parameters<typeof findUnused>[0] }) {
  const { act, busy } = useAction();
  const press = async () => {
    const found = await findUnused(narrowed).catch((error) => toast.failure("Failed to load data", error));
    if (!found) return;
    if (found.total === 0) return toast.info("No unused files found");
    const files = numbered(found.total, "media");
    await act({
      question: {
        message: `Delete ${files.replace(" ", " unused ")}?`,
        detail: "These are all unused files that match the search and the filters. Deleting cannot be undone.",
        confirm: DELETE_UNUSED,
      },
      run: async () => {
        const { deleted, failed } = await deleteUnused(narrowed, found.until);
        if (deleted > 0) toast.success(`${numbered(deleted, "media")} deleted`);
        if (failed.length > 0) {
          const detail = failed.map(({ name, reason }) => `${name}: ${reason}`).join(" ");
          toast.error(`${numbered(failed.length, "media")} not deleted`, { detail });
        }
      },
      failed: "Failed to delete files",
    });
  };
  return (
    <Button variant="subtle" color="brick" size="xs" loading={busy} onClick={press}>
      {DELETE_UNUSED}
    </Button>
  );
}
