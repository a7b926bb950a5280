import type { Announcements } from "@dnd-kit/core";

/** What is read out while an entry of a list is dragged: its name and its place. */
export function announcementsFor(entries: () => readonly { id: string; name: string }[]): Announcements {
  const name = (id: string | number) => entries().find((entry) => entry.id === id)?.name ?? "";
  const place = (id: string | number) =>
    `${entries().findIndex((entry) => entry.id === id) + 1} of ${entries().length}`;
  // Right after the start comes "over its own place", which would drown what was just said.
  let moved = false;
  return {
    onDragStart: ({ active }) => {
      moved = false;
      return `Picked up ${name(active.id)}, position ${place(active.id)}. Move with the arrow keys, drop with Space, leave with Escape.`;
    },
    onDragOver: ({ active, over }) => {
      if (!moved && over?.id === active.id) return undefined;
      moved = true;
      return over ? `Position ${place(over.id)}` : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over ? `Dropped ${name(active.id)} at position ${place(over.id)}` : `Dropped ${name(active.id)}`,
    onDragCancel: ({ active }) => `${name(active.id)} stays where it was`,
  };
}
