import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Media } from "@/api/types";
import { ListFrame } from "@/lists/ListFrame";
import { useList } from "@/lists/useList";
import { fetchMedia, NAME } from "@/resources/media";
import { Empty } from "@/ui/states";
import { toast } from "@/ui/toasts";
import { Describe } from "./Describe";
import { KINDS, type Kind, kindOf } from "./kinds";
import { Thumbnail } from "./Thumbnail";
import { UploadArea, UploadButton, UploadQueue } from "./uploads/Uploads";
import { upload, useUploads } from "./uploads/uploads";
import { summaryOf } from "./words";
import "./choose-media.css";

interface Props {
  opened: boolean;
  /** The kind that is needed: nothing else is offered. */
  kind: Kind;
  /** Asks for a description of a picture that has none. */
  describes?: boolean;
  /** Told with the description that the picture has where it is put. */
  onChoose: (media: Media) => void;
  onClose: () => void;
  /** The focus goes elsewhere than to what opened it. */
  returnFocus?: boolean;
  onExitTransitionEnd?: () => void;
}

/** The library, to choose a file from or to add one to. */
export function ChooseMedia({ opened, kind, describes = false, onChoose, ...frame }: Props) {
  const narrow = useMediaQuery("(max-width: 48em)");
  const [described, setDescribed] = useState<Media | null>(null);
  // Mounted open, it would not know what had the focus before.
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const choose = (media: Media) => {
    if (describes && media.kind === "image" && media.alt === "") return setDescribed(media);
    onChoose(media);
  };
  useEffect(() => {
    if (!opened) setDescribed(null);
  }, [opened]);
  return (
    <Modal
      {...frame}
      opened={opened && mounted}
      title="Choose media"
      classNames={{ body: "choose-body" }}
      size="60rem"
      fullScreen={narrow}
      closeOnClickOutside={false}
      // Its events are not those of the form or the text that it stands in.
      onPaste={(event) => event.stopPropagation()}
      onDrop={(event) => event.stopPropagation()}
      onSubmit={(event) => event.stopPropagation()}
    >
      {described ? (
        <Describe
          media={described}
          onDone={(alt) => onChoose({ ...described, alt })}
          onBack={() => setDescribed(null)}
        />
      ) : (
        <Library kind={kind} onChoose={choose} />
      )}
    </Modal>
  );
}

const PER_PAGE = 24;

function Library({ kind, onChoose }: Pick<Props, "kind" | "onChoose">) {
  const list = useList({ name: NAME, fetchPage: fetchMedia, perPage: PER_PAGE, filters: { kind } });
  const queue = useUploads();
  const [added, setAdded] = useState<readonly number[]>([]);
  const items = queue.filter(({ id }) => added.includes(id));
  const { one, several, formats } = KINDS[kind];

  const take = (files: readonly File[]) => {
    const fitting = files.filter((file) => kindOf(file) === kind);
    const others = files.filter((file) => !fitting.includes(file)).map(({ name }) => name);
    if (others.length > 0) {
      toast.error("Not taken", { detail: `${others.join(", ")}: choose a ${one} here. Taken are ${formats}.` });
    }
    if (fitting.length > 0) setAdded([...added, ...upload(fitting)]);
  };
  // One file that was uploaded is what was wanted; of several somebody chooses.
  const [only] = added.length === 1 ? items : [];
  const stored = only?.media;
  const latest = useRef(onChoose);
  latest.current = onChoose;
  useEffect(() => {
    if (!stored) return;
    // The server tells kinds from contents, not from names.
    if (stored.kind === kind) latest.current(stored);
    else toast.error("Not taken", { detail: `${stored.name} is no ${one}. It is in the library now.` });
  }, [stored, kind, one]);

  return (
    <UploadArea onFiles={take}>
      <div className="choose-upload">
        <UploadButton kind={kind} first onFiles={take} />
        <p className="form-hint">
          or drop or paste {several} here: {formats}.
        </p>
      </div>
      <UploadQueue items={items} />
      <ListFrame
        name="the library"
        list={list}
        empty={<Empty title={`No ${several} yet`}>Upload the first one.</Empty>}
        nothing={
          list.typed === "" ? (
            <Empty title={`No ${several} yet`}>Upload the first one.</Empty>
          ) : (
            <Empty title="Nothing found">Try other words.</Empty>
          )
        }
        failed="The library could not be loaded"
        countOf={(total) => `${total.toLocaleString("en-IN")} ${total === 1 ? one : several}`}
      >
        {(found) => <Grid items={found} onChoose={onChoose} />}
      </ListFrame>
    </UploadArea>
  );
}

/** Files to choose from: by a click, or by the arrow keys and Enter. */
function Grid({ items, onChoose }: { items: readonly Media[]; onChoose: (media: Media) => void }) {
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const current = Math.min(at, items.length - 1);
  const move = (event: KeyboardEvent) => {
    const options = [...(grid.current?.children ?? [])] as HTMLElement[];
    const columns = options.filter(({ offsetTop }) => offsetTop === options[0]?.offsetTop).length;
    const to: Readonly<Record<string, number>> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      ArrowDown: current + columns,
      ArrowUp: current - columns,
      Home: 0,
      End: items.length - 1,
    };
    const target = options[to[event.key] ?? -1];
    if (!(event.key in to)) return;
    event.preventDefault();
    if (!target) return;
    setAt(options.indexOf(target));
    target.focus();
  };
  return (
    <div ref={grid} className="choose-grid" role="listbox" aria-label="Library" onKeyDown={move}>
      {items.map((media, index) => (
        <button
          key={media.id}
          type="button"
          role="option"
          aria-selected={index === current}
          aria-label={nameOf(media)}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setAt(index)}
          onClick={() => onChoose(media)}
        >
          <Thumbnail media={media} sizes="12rem" />
          <bdi className="choose-name" title={media.name}>
            {media.name}
          </bdi>
          <small className="figures">{summaryOf(media)}</small>
          {media.kind === "image" && media.alt === "" && <small className="choose-bare">No description</small>}
        </button>
      ))}
    </div>
  );
}

const nameOf = (media: Media) =>
  [media.name, media.kind === "image" ? media.alt || "no description" : "", summaryOf(media)]
    .filter(Boolean)
    .join(", ");
