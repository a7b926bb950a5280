import { Button, FileButton } from "@mantine/core";
import { useRef, useState } from "react";
import type { Media, Replaced } from "@/api/types";
import { KINDS } from "@/media/kinds";
import { replaceMedia } from "@/resources/media";
import { useAction } from "@/ui/useAction";

interface Props {
  media: Media;
  onBegin: () => void;
  onReplaced: (replaced: Replaced | null) => void;
}

/** Puts another file of the same kind in the place of one, wherever it is used. */
export function Replace({ media: { id, name, kind }, onBegin, onReplaced }: Props) {
  const { act } = useAction();
  const [percent, setPercent] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  // The same file can be chosen again.
  const forget = useRef<() => void>(null);
  const pick = async (file: File | null) => {
    forget.current?.();
    if (!file) return;
    const controller = new AbortController();
    abort.current = controller;
    await act({
      question: {
        message: `Replace “${name}” with “${file.name}”?`,
        detail:
          "Every place that names the old file names the new one then. The description, tags and focal point stay.",
        confirm: "Replace",
        danger: false,
      },
      run: async () => {
        onBegin();
        setPercent(0);
        try {
          onReplaced(await replaceMedia(id, file, { onProgress: setPercent, signal: controller.signal }));
        } catch (error) {
          if (!controller.signal.aborted) throw error;
        } finally {
          setPercent(null);
        }
      },
      failed: "Failed to replace file",
    });
  };
  if (percent !== null) {
    return (
      <Button variant="default" size="sm" onClick={() => abort.current?.abort()}>
        {percent < 100 ? `${percent} % · Cancel` : "Replacing…"}
      </Button>
    );
  }
  return (
    <FileButton
      resetRef={forget}
      onChange={pick}
      accept={KINDS[kind].accept}
      inputProps={{ name: "replacement", "aria-label": "Replace" }}
    >
      {(props) => (
        <Button variant="default" size="sm" {...props}>
          Replace
        </Button>
      )}
    </FileButton>
  );
}
