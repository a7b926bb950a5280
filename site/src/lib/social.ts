import type { LiveLink } from "@/live/useLive";

export type ShownLink = LiveLink;

/** What a page needs of a social link, and only the visible ones, in their order. */
export const shown = (links: ShownLink[]): ShownLink[] =>
  links.filter((link) => link.visible).map(({ platform, url, color, visible }) => ({ platform, url, color, visible }));

const kinds = [["telegram", "whatsapp"], ["instagram"], ["youtube"]];

/** The top bar follows three platforms, one of each kind: messaging, photo sharing, video. Fewer when links are missing. */
export const followed = (links: ShownLink[]): ShownLink[] =>
  kinds.flatMap((names) => {
    const visible = links.filter((link) => link.visible);
    const found = names.map((name) => visible.find((link) => link.platform.toLowerCase() === name)).find(Boolean);
    return found ? [found] : [];
  });
