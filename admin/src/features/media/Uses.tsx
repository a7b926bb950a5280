import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { MediaUse } from "@/api/types";
import { COLLECTIONS, type CollectionName, editAddress, titleOf } from "@/resources/collections";
import { addressOf } from "@/ui/address";

const WHERE: Readonly<Record<MediaUse["where"], string>> = {
  live: "live",
  draft: "draft",
  edit: "unpublished changes",
  trash: "in the trash",
  history: "in its history",
};

type Named = Pick<MediaUse, "collection" | "id" | "title">;
const keyOf = ({ collection, id }: Named) => `${collection}/${id}`;
const isKnown = (name: string): name is CollectionName => Object.hasOwn(COLLECTIONS, name);

/** "Article “How monsoons form”", "Settings". */
export function wordsOf({ collection, title }: Named): string {
  const kind = isKnown(collection) ? titleOf(collection) : collection;
  return title ? `${kind} “${title}”` : kind;
}

/** The address at which a document that uses a file is edited; one that nobody has stored has the id "new". */
function placeOf({ collection, id }: Named, trashed: boolean): string {
  if (trashed || !isKnown(collection)) return addressOf("trash");
  if (collection === "media") return addressOf("media", { open: id });
  if (collection === "page-content") return addressOf("pages", { page: id.split(".")[0] ?? "" });
  const opens = collection === "pages" || (collection === "articles" && id !== "new");
  return editAddress(collection, opens ? id : undefined);
}

/** A document once, with all its states that use a file. */
function byDocument(uses: readonly MediaUse[]): (Named & { where: MediaUse["where"][] })[] {
  const documents = new Map<string, Named & { where: MediaUse["where"][] }>();
  for (const use of uses) {
    const key = keyOf(use);
    const known = documents.get(key);
    if (known) known.where.push(use.where);
    else documents.set(key, { ...use, where: [use.where] });
  }
  return [...documents.values()];
}

/** Documents that use a file, as links to where they are edited. */
export const Uses = ({ uses }: { uses: readonly MediaUse[] }) => (
  <ul className="media-uses">
    {byDocument(uses).map((use) => (
      <Document key={keyOf(use)} of={use} trashed={use.where.every((where) => where === "trash")}>
        {use.where.map((where) => WHERE[where]).join(", ")}
      </Document>
    ))}
  </ul>
);

/** Documents that a file was replaced in, or was not, each with the reason. */
export const Documents = ({ of }: { of: readonly (Named & { reason?: string })[] }) => (
  <ul className="media-uses">
    {of.map((named) => (
      <Document key={keyOf(named)} of={named}>
        {named.reason}
      </Document>
    ))}
  </ul>
);

const Document = ({ of, trashed = false, children }: { of: Named; trashed?: boolean; children: ReactNode }) => (
  <li>
    <Anchor component={Link} to={placeOf(of, trashed)} fw={600}>
      <bdi>{wordsOf(of)}</bdi>
    </Anchor>{" "}
    <small>{children}</small>
  </li>
);
