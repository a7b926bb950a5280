import { Button, type ButtonProps } from "@mantine/core";
import type { HistoryEntry } from "@/api/types";
import { type Place, restoreVersion } from "@/resources/history";
import { formatMoment } from "@/ui/format";
import { toast } from "@/ui/toasts";
import { useAction } from "@/ui/useAction";
import { undoSave } from "./undo";

interface Props extends Pick<ButtonProps, "variant" | "size"> {
  place: Place;
  from: HistoryEntry;
  /** How the document is, as far as it is known here. */
  now: HistoryEntry;
  /** Without any all of the version. */
  fields?: readonly string[];
  /** What is restored, for who only hears it. */
  what: string;
}

/** Makes a document, or fields of it, what they were. */
export function RestoreButton({ place, from, now, fields = [], what, ...look }: Props) {
  const { act, busy } = useAction();
  const restore = () =>
    act({
      run: async () => {
        const made = await restoreVersion(place, from.revision, fields, now.revision);
        if (made === now.revision) return toast.info("It is already like that");
        toast.success(
          `${fields.length > 0 ? "Field" : "Version"} restored from ${from.at ? formatMoment(from.at) : "the beginning"}`,
          {
            button: undoSave(place, made, fields),
          },
        );
      },
      failed: "Failed to restore",
    });
  return (
    <Button
      {...look}
      aria-label={`Restore ${what}`}
      loading={busy}
      onClick={async (event) => {
        const save = event.currentTarget.closest("[data-save]");
        // A field that is like that now is not listed any more, and its button is gone.
        if ((await restore()) === "done") save?.querySelector("button")?.focus();
      }}
    >
      Restore
    </Button>
  );
}
