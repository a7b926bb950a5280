import { refreshList } from "@/api/lists";
import { useMay } from "@/api/session";
import type { Discarded } from "@/api/types";
import { DeleteButton } from "@/lists/DeleteEntry";
import { ListFrame } from "@/lists/ListFrame";
import { type PageQuery, useList } from "@/lists/useList";
import { COLLECTIONS, type CollectionName, collectionOf, titleOf } from "@/resources/collections";
import { type DeletedCollection, type DeletedPlace, fetchTrash, purge, undelete } from "@/resources/history";
import { formatDay, formatMoment } from "@/ui/format";
import { Empty } from "@/ui/states";
import { useAction } from "@/ui/useAction";
import { undoUndelete } from "./undo";

const NAME = "Trash";
const NAMES = Object.keys(COLLECTIONS) as CollectionName[];
const FILTERS = [
  {
    key: "collection",
    label: "Show",
    options: [
      { value: "", label: "Everything" },
      ...NAMES.filter((name) => collectionOf(name).trashed).map((name) => ({ value: name, label: titleOf(name) })),
    ],
  },
];

const fetchPage = ({ limit, offset, collection }: PageQuery & { collection?: DeletedCollection }) =>
  fetchTrash({ limit, offset, collection });

/** What was deleted and can be had back: of one collection, or of all that the reader chooses from. */
export function Trash({ collection }: { collection?: DeletedCollection }) {
  const filters: { collection: DeletedCollection | "" } = { collection: collection ?? "" };
  const list = useList({ name: NAME, fetchPage, perPage: 20, filters });
  const empty = <Empty title="The trash is empty">Deleted items stay here for a while and can be restored.</Empty>;
  return (
    <ListFrame
      name={NAME}
      list={list}
      failed="The trash could not be loaded"
      empty={empty}
      nothing={empty}
      searchable={false}
      filters={collection ? [] : FILTERS}
      countOf={(total) => `${total.toLocaleString("en-IN")} in the trash`}
    >
      {(items) => (
        <ul className="rows" aria-label="Trash">
          {items.map((item) => (
            <Row key={`${item.collection}/${item.id}`} item={item} mixed={!collection} />
          ))}
        </ul>
      )}
    </ListFrame>
  );
}

/** `mixed`: it stands among others of other collections. */
function Row({ item, mixed }: { item: Discarded; mixed: boolean }) {
  const may = useMay();
  const restoring = useAction();
  const removing = useAction();
  const place = { collection: item.collection, id: item.id } as DeletedPlace;
  const kind = titleOf(place.collection);
  const title = item.title || kind;
  const restore = () =>
    restoring.act({
      run: () => undelete(place),
      done: `${kind} restored`,
      undo: (revision) => undoUndelete(place, revision),
      failed: `Failed to restore ${kind.toLowerCase()}`,
    });
  const remove = () =>
    removing.act({
      question: {
        message: `Delete “${title}” for good?`,
        detail: "This cannot be undone, and deletes its history too.",
        confirm: "Delete for good",
      },
      run: async () => {
        await purge(place);
        await refreshList(NAME);
      },
      done: `${kind} deleted for good`,
      failed: `Failed to delete ${kind.toLowerCase()}`,
    });
  return (
    <li className="row" data-entry={item.id}>
      <div className="row-main">
        <h3 dir="auto">{title}</h3>
        <p className="row-meta figures">
          {mixed && <span>{kind}</span>}
          <span>
            Deleted <time dateTime={item.deleted_at}>{formatMoment(item.deleted_at)}</time>
            {item.deleted_by && (
              <>
                {" by "}
                <bdi>{item.deleted_by.name}</bdi>
              </>
            )}
          </span>
          <span>
            Kept until <time dateTime={item.until}>{formatDay(item.until)}</time>
          </span>
        </p>
      </div>
      <div className="row-actions">
        <DeleteButton
          id={item.id}
          name={title}
          remove={restore}
          label="Restore"
          harmless
          busy={restoring.busy}
          waits={removing.busy}
        />
        {may("content:erase") && (
          <DeleteButton
            id={item.id}
            name={title}
            remove={remove}
            label="Delete for good"
            busy={removing.busy}
            waits={restoring.busy}
          />
        )}
      </div>
    </li>
  );
}
