import { Button, FileButton, Progress } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { KINDS, type Kind } from "@/media/kinds";
import { bytesWords } from "@/media/words";
import { type Item, isUnfinished, type Queue } from "./queue";
import { clear, remove, retry } from "./uploads";
import "./uploads.css";

interface ButtonProps {
  /** The kind of files that are offered; without one all. */
  kind?: Kind;
  /** Has the focus when a dialog opens. */
  first?: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that asks for files. */
export function UploadButton({ kind, first, onFiles }: ButtonProps) {
  const reset = useRef<() => void>(null);
  const accept = kind ? KINDS[kind].accept : Object.values(KINDS).flatMap((each) => each.accept);
  return (
    <FileButton
      multiple
      resetRef={reset}
      accept={String(accept)}
      inputProps={{ name: "media", "aria-label": "Files to upload" }}
      onChange={(files) => {
        // The same file can be chosen again.
        reset.current?.();
        if (files.length > 0) onFiles(files);
      }}
    >
      {(props) => (
        <Button
          {...props}
          data-autofocus={first || undefined}
          leftSection={<IconUpload size={18} stroke={1.75} aria-hidden="true" />}
        >
          Upload
        </Button>
      )}
    </FileButton>
  );
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");

/** An area that takes files which are dropped on it, or pasted while it is in sight. */
export function UploadArea({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [over, setOver] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const dialog = [...document.querySelectorAll("[aria-modal=true]")].at(-1);
      const covered = dialog !== undefined && !dialog.contains(area.current);
      if (event.defaultPrevented || covered || files.length === 0) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same
    <div
      ref={area}
      className="upload-area"
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}

/** Files on their way, each with how far it is, and what can be done. */
export function UploadQueue({ items }: { items: Queue }) {
  if (items.length === 0) return null;
  const count = (state: Item["state"]) => items.filter((item) => item.state === state).length;
  const [stored, failed] = [count("stored"), count("failed")];
  return (
    <section className="uploads" aria-label="Uploads">
      <div className="row">
        <p role="status" className="row-main figures">
          {stored} of {items.length} uploaded{failed > 0 && `, ${failed} failed`}
        </p>
        {items.some((item) => !isUnfinished(item)) && (
          <Button variant="subtle" size="xs" onClick={clear}>
            Hide finished
          </Button>
        )}
      </div>
      <ul>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Row({ item }: { item: Item }) {
  const { id, file, state, percent } = item;
  const button = (name: string, act: (id: number) => void) => (
    <Button variant="default" size="xs" aria-label={`${name} ${file.name}`} onClick={() => act(id)}>
      {name}
    </Button>
  );
  return (
    <li className="row" data-state={state}>
      <p className="row-main">
        <bdi>{file.name}</bdi> <small className="figures">{bytesWords(file.size)}</small>
      </p>
      <p className="upload-state figures">{STATES[state](item)}</p>
      {state === "failed" && button("Retry", retry)}
      {state !== "stored" && button("Cancel", remove)}
      {isUnfinished(item) && (
        <Progress value={percent} size="xs" aria-label={`Upload of ${file.name}`} transitionDuration={100} />
      )}
    </li>
  );
}

const STATES: Readonly<Record<Item["state"], (item: Item) => string>> = {
  waiting: () => "Waiting",
  converting: () => "Converting…",
  sending: ({ percent }) => (percent < 100 ? `${percent} %` : "Saving…"),
  stored: () => "Uploaded",
  failed: ({ reason = "" }) => reason,
};
