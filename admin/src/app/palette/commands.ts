import { fold } from "@academy/shared/fold";
import { type May, mayOpen, type Permission } from "@/model/roles";
import { addressOf } from "@/ui/address";
import { VIEWS } from "../dashboard/settings/views";
import { groupsFor } from "../dashboard/tabs";

/** Something that the palette leads to. */
export interface Entry {
  id: string;
  /** The heading that it stands under. */
  group: string;
  label: string;
  /** Tells it from others of its name. */
  about?: string;
  to: string;
  needs?: readonly Permission[];
}

const create = (label: string, tab: string, needs: readonly Permission[], more?: Record<string, string>): Entry => ({
  needs,
  id: `create ${tab}`,
  group: "Create",
  label,
  to: addressOf(tab, more),
});

const CREATE: readonly Entry[] = [
  create("New article", "articles", ["content:write", "content:own"]),
  create("New page", "pages", ["content:write"], { edit: "new" }),
  create("New enrollment", "home", ["leads:write"], { enroll: "" }),
  create("Upload a video", "videos", ["content:publish"]),
  create("Upload files", "media", ["media:write", "media:own"]),
  create("Add a social link", "social", ["content:publish"]),
];

/** The tabs and views that somebody may see, and what can be created. */
export function commandsFor(may: May): Entry[] {
  const tabs = groupsFor(may).flatMap(({ name, tabs }) =>
    tabs.map(({ id, label }) => ({ id: `tab ${id}`, group: "Go to", label, about: name, to: addressOf(id) })),
  );
  const views = VIEWS.filter((view) => mayOpen(view, may)).map(({ id, label }) => ({
    id: `view ${id}`,
    group: "Go to",
    label,
    about: "Settings",
    to: addressOf("settings", { view: id }),
  }));
  return [...tabs, ...views, ...CREATE.filter((entry) => mayOpen(entry, may))];
}

const wordsOf = (text: string) => fold(text).split(/[^\p{L}\p{M}\p{N}]+/u);

/** The entries in which a word begins as each word of a query does; all for an empty one. */
export function matching(entries: readonly Entry[], query: string): Entry[] {
  const wanted = wordsOf(query);
  return entries.filter(({ group, label, about = "" }) => {
    const words = wordsOf(`${group} ${label} ${about}`);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

/** The entry that is chosen after one of the arrow keys: the first comes after the last. */
export function step(entries: readonly Entry[], active: Entry | undefined, by: 1 | -1): Entry | undefined {
  const at = entries.findIndex(({ id }) => id === active?.id);
  return entries[(at + by + entries.length) % entries.length];
}
