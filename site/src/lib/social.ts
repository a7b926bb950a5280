import type { Schemas } from "@academy/shared/api/client";

/** Those that a page was built with are visible, and do not say so. */
export type LiveLink = Pick<Schemas["SocialLink"], "platform" | "url" | "color"> & { visible?: boolean };

/** Returns the visible social links, in order, with the members that a page shows. */
export const shown = (links: LiveLink[]): LiveLink[] =>
  links.filter(({ visible }) => visible !== false).map(({ platform, url, color }) => ({ platform, url, color }));

const kinds = [["telegram", "whatsapp"], ["instagram"], ["youtube"]];

/** The top bar follows three platforms, one of each kind: messaging, photo sharing, video. Fewer when links are missing. */
export const followed = (links: LiveLink[]): LiveLink[] => {
  const visible = shown(links);
  return kinds.flatMap((names) => {
    const found = names.map((name) => visible.find((link) => link.platform.toLowerCase() === name)).find(Boolean);
    return found ? [found] : [];
  });
};
