import { UnstyledButton } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useSearchParams } from "react-router";
import { SelectBox } from "@/bulk/BulkBar";
import { type Selection, useSelection } from "@/bulk/selection";
import { ListFrame } from "@/lists/ListFrame";
import { useAddressed } from "@/lists/useAddressed";
import { useList } from "@/lists/useList";
import { Thumbnail } from "@/media/Thumbnail";
import { UploadArea, UploadButton, UploadQueue } from "@/media/uploads/Uploads";
import { upload, useUploads } from "@/media/uploads/uploads";
import { summaryOf } from "@/media/words";
import { fetchMedia, type Listed, NAME, useTags } from "@/resources/media";
import { Choice } from "@/ui/Choice";
import { formatDay } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";
import { DeleteUnused, MediaBulk } from "./MediaBulk";
import { MediaPanel } from "./MediaPanel";
import { Narrow } from "./Narrow";
import "./media.css";

const SORTS = [
  { value: "newest", label: "Newest first" },
  { value: "-newest", label: "Oldest first" },
  { value: "name", label: "Name, A to Z" },
  { value: "-name", label: "Name, Z to A" },
  { value: "size", label: "Largest first" },
  { value: "-size", label: "Smallest first" },
];

/** The list as it is shown at first. The address says what else. */
const START = {
  q: "",
  sort: "newest",
  filters: { kind: "" as Listed["kind"] | "", unused: "" as "true" | "", without_alt: "" as "true" | "", tag: "" },
};

/** Fills the rows of a grid of two to eight columns. */
const PER_PAGE = 48;

const LAYOUTS = ["Grid", "List"] as const;
type Layout = (typeof LAYOUTS)[number];

/** The pictures, videos and files of the site; `?open=` says which one is shown beside them. */
export function MediaTab() {
  const [params, setParams] = useSearchParams();
  const [layout, setLayout] = useLocalStorage<Layout>({
    key: "library-layout",
    defaultValue: "Grid",
    getInitialValueInEffect: false,
  });
  const list = useList({
    name: NAME,
    fetchPage: fetchMedia,
    perPage: PER_PAGE,
    filters: START.filters,
    view: useAddressed(START),
  });
  const uploads = useUploads();
  const selection = useSelection(list.data?.items ?? []);
  const open = (id: string | null) =>
    setParams((current) => {
      const changed = new URLSearchParams(current);
      if (id === null) changed.delete("open");
      else changed.set("open", id);
      return changed;
    });
  const { data: tags = [] } = useTags();
  const { tag } = list.filters;
  const options = [...new Set([...tags, ...(tag ? [tag] : [])])].map((each) => ({ value: each, label: each }));
  return (
    <UploadArea onFiles={upload}>
      <Panel
        title="Media"
        subtitle="Pictures, videos and files. Drop or paste more here."
        actions={<UploadButton onFiles={upload} />}
      >
        <UploadQueue items={uploads} />
        <ListFrame
          name={NAME}
          list={list}
          failed="The files could not be loaded"
          empty={<Empty title="No files yet">Upload the first ones, or drop them here.</Empty>}
          nothing={<Empty title="No files found">Try other words, or show all files.</Empty>}
          sorts={SORTS}
          filters={[{ key: "tag", label: "Tag", options: [{ value: "", label: "Any" }, ...options] }]}
          countOf={countOf}
          controls={
            <div className="media-controls">
              <Choice label="Layout" choices={LAYOUTS} chosen={layout} onChoose={setLayout} />
              <Narrow filters={list.filters} narrow={list.narrow} />
              {selection.selected.length === 0 && <DeleteUnused narrowed={{ ...list.narrowed, q: list.asked.q }} />}
            </div>
          }
        >
          {(items) => (
            <>
              <MediaBulk selection={selection} tags={tags} />
              <ul className={layout === "Grid" ? "tiles" : "rows media-rows"}>
                {items.map((media) => (
                  <Entry
                    key={media.id}
                    media={media}
                    layout={layout}
                    selection={selection}
                    onOpen={() => open(media.id)}
                  />
                ))}
              </ul>
            </>
          )}
        </ListFrame>
        <MediaPanel id={params.get("open")} onClose={() => open(null)} />
      </Panel>
    </UploadArea>
  );
}

interface EntryProps {
  media: Listed;
  layout: Layout;
  selection: Selection<Listed>;
  onOpen: () => void;
}

/** A file of the grid or the list. */
function Entry({ media, layout, selection, onOpen }: EntryProps) {
  const { id, name, kind, alt, tags, uses, uploaded_at } = media;
  const grid = layout === "Grid";
  return (
    <li className={grid ? "tile" : "row"} data-entry={id} data-selected={selection.has(id) || undefined}>
      <SelectBox entry={media} selection={selection} />
      <Thumbnail media={media} sizes={grid ? "14rem" : "5rem"} />
      <div className="media-words">
        <UnstyledButton
          className="tile-name media-open"
          dir="auto"
          title={name}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {name}
        </UnstyledButton>
        <p className="tile-meta figures">{summaryOf(media)}</p>
      </div>
      {!grid && (
        <p className="row-meta">
          {kind === "image" && alt === "" && <span className="tile-lacks">No description</span>}
          {tags.map((tag) => (
            <span key={tag} className="badge">
              {tag}
            </span>
          ))}
          <span className="figures">{uses === 0 ? "Unused" : `${uses} ${uses === 1 ? "use" : "uses"}`}</span>
          <time className="figures" dateTime={uploaded_at}>
            {formatDay(uploaded_at)}
          </time>
        </p>
      )}
    </li>
  );
}

function countOf(total: number, filtered: boolean): string {
  const noun = total === 1 ? "file" : "files";
  const count = total.toLocaleString("en-IN");
  return filtered ? `${count} matching ${noun}` : `${count} ${noun}`;
}
