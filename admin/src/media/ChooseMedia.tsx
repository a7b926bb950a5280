import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Media } from "@/api/types";
import { ListFrame } from "@/lists/ListFrame";
import { useList } from "@/lists/useList";
import { fetchMedia, NAME } from "@/resources/media";
import { Empty } from "@/ui/states";
import { Describe } from "./Describe";
import { KINDS, type Kind } from "./kinds";
import { Thumbnail } from "./Thumbnail";
import { UploadArea, UploadButton, UploadQueue } from "./uploads/Uploads";
import { useArrivals } from "./uploads/useArrivals";
import { summaryOf } from "./words";
import "./choose-media.css";

interface Props {
  opened: boolean;
  /** The kind that is needed: nothing else is offered. */
  kind: Kind;
  /** The number of files that are needed. */
  count?: number;
  /** Asks for a description of a picture that has none. */
  describes?: boolean;
  /** The name of an uploaded file in messages, where its kind does not say it. */
  what?: string;
  /** Told as many files as are needed, a picture with the description that it has where it is put. */
  onChoose: (media: Media, ...more: Media[]) => void;
  onClose: () => void;
  /** The focus goes elsewhere than to what opened it. */
  returnFocus?: boolean;
  onExitTransitionEnd?: () => void;
}

/** The library, to choose files from or to add some to. */
export function ChooseMedia({ opened, kind, count = 1, describes = false, what, onChoose, ...frame }: Props) {
  const narrow = useMediaQuery("(max-width: 48em)");
  const [chosen, setChosen] = useState<readonly Media[]>([]);
  /** Those that are chosen as soon as the first of them is described. */
  const [bare, setBare] = useState<readonly Media[]>([]);
  // Mounted open, it would not know what had the focus before.
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  useEffect(() => {
    if (opened) return;
    setChosen([]);
    setBare([]);
  }, [opened]);
  const library = useRef<HTMLDivElement>(null);
  const stays = useRef(opened);
  stays.current = opened;
  const [described] = bare;
  const describing = described !== undefined;
  useEffect(() => {
    if (!describing) return;
    return () => {
      if (stays.current) library.current?.querySelector<HTMLElement>("[role=option][tabindex='0']")?.focus();
    };
  }, [describing]);

  const choose = (now: readonly Media[], [next, ...rest]: readonly Media[]) => {
    if (!next) {
      setChosen(now);
      setBare([]);
      const [first, ...more] = now;
      if (first && now.length === count) onChoose(first, ...more);
    } else if (describes && next.kind === "image" && next.alt === "") {
      setChosen(now);
      setBare([next, ...rest]);
    } else choose([...now, next], rest);
  };
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
      onDragOver={(event) => event.stopPropagation()}
      onDrop={(event) => event.stopPropagation()}
      onSubmit={(event) => event.stopPropagation()}
    >
      {described && (
        <Describe
          key={described.id}
          media={described}
          onDone={(alt) => choose([...chosen, { ...described, alt }], bare.slice(1))}
          onBack={() => setBare([])}
        />
      )}
      <div ref={library} hidden={describing}>
        <Library
          kind={kind}
          count={count}
          what={what}
          chosen={chosen}
          onChoose={(...media) => choose(chosen, media)}
          onLeave={({ id }) => setChosen(chosen.filter((media) => media.id !== id))}
        />
      </div>
    </Modal>
  );
}

const PER_PAGE = 24;

interface LibraryProps extends Pick<Props, "kind" | "what"> {
  count: number;
  chosen: readonly Media[];
  onChoose: (...media: Media[]) => void;
  /** Told a chosen file that is not wanted any more. */
  onLeave: (media: Media) => void;
}

function Library({ kind, count, what, chosen, onChoose, onLeave }: LibraryProps) {
  const list = useList({ name: NAME, fetchPage: fetchMedia, perPage: PER_PAGE, filters: { kind } });
  const { take, items } = useArrivals({ kind, room: count - chosen.length, what, onStored: onChoose });
  const { one, several, formats } = KINDS[kind];
  const empty = <Empty title={`No ${several} yet`}>Upload the first one.</Empty>;
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
        empty={empty}
        nothing={list.typed === "" ? empty : undefined}
        failed="The library could not be loaded"
        countOf={(total) => `${total.toLocaleString("en-IN")} ${total === 1 ? one : several}`}
      >
        {(found) => (
          <Grid
            items={found}
            chosen={chosen}
            several={count > 1}
            onPress={(media) => (chosen.some(({ id }) => id === media.id) ? onLeave(media) : onChoose(media))}
          />
        )}
      </ListFrame>
      {count > 1 && (
        <p role="status" className="choose-count figures">
          {chosen.length} of {count} {several} chosen
        </p>
      )}
    </UploadArea>
  );
}

interface GridProps {
  items: readonly Media[];
  chosen: readonly Media[];
  several: boolean;
  onPress: (media: Media) => void;
}

/** Files to choose from: by a click, or by the arrow keys and Enter. */
function Grid({ items, chosen, several, onPress }: GridProps) {
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
    if (!(event.key in to)) return;
    event.preventDefault();
    options[to[event.key] ?? -1]?.focus();
  };
  return (
    <div
      ref={grid}
      className="tiles"
      role="listbox"
      aria-label="Library"
      aria-multiselectable={several || undefined}
      onKeyDown={move}
    >
      {items.map((media, index) => (
        <button
          key={media.id}
          type="button"
          role="option"
          className="tile"
          aria-selected={chosen.some(({ id }) => id === media.id)}
          aria-label={nameOf(media)}
          tabIndex={index === current ? 0 : -1}
          onFocus={() => setAt(index)}
          onClick={() => onPress(media)}
        >
          <Thumbnail media={media} sizes="12rem" />
          <bdi className="tile-name" title={media.name}>
            {media.name}
          </bdi>
          <small className="tile-meta figures">{summaryOf(media)}</small>
          {media.kind === "image" && media.alt === "" && <small className="tile-lacks">No description</small>}
        </button>
      ))}
    </div>
  );
}

const nameOf = (media: Media) =>
  [media.name, media.kind === "image" ? media.alt || "no description" : "", summaryOf(media)]
    .filter(Boolean)
    .join(", ");
