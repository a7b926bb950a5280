import type { Schemas } from "@academy/shared/api/client";

interface Menu {
  name: string;
  /** How deep its tree may be: 1 for a plain list. */
  depth: 1 | 2;
  /** Shown while nothing is stored. */
  default: Schemas["MenuEntry"][];
}

/** The menus that editors arrange, as they are until somebody does. */
export const menus = {
  top: { name: "Top bar", depth: 1, default: [] },
  main: {
    name: "Navigation",
    depth: 2,
    default: [
      { label: "Home", href: "/" },
      {
        label: "Learning Paths",
        href: "",
        children: [
          { label: "PSI", href: "/adhva-vibes-psi" },
          { label: "NCERT Mastery", href: "/ncert-mastery" },
          { label: "Mentorship", href: "/mentorship" },
          { label: "Current Affairs Monthly Test", href: "/current-affairs-test" },
        ],
      },
      {
        label: "Resources",
        href: "",
        children: [
          { label: "Study Materials", href: "/resources" },
          { label: "Current Affairs", href: "/current-affairs" },
          { label: "Video Library", href: "/videos" },
          { label: "Blog", href: "/blog" },
        ],
      },
      { label: "About", href: "/about-us" },
      { label: "Contact", href: "/contact-us" },
    ],
  },
  footer: {
    name: "Footer",
    depth: 2,
    default: [
      {
        label: "Quick links",
        href: "",
        children: [
          { label: "Home", href: "/" },
          { label: "NCERT Mastery", href: "/ncert-mastery" },
          { label: "Foundation Test Series", href: "/foundation-test-series" },
          { label: "Mentorship", href: "/mentorship" },
          { label: "PSI", href: "/adhva-vibes-psi" },
          { label: "About", href: "/about-us" },
          { label: "Contact", href: "/contact-us" },
        ],
      },
      {
        label: "Resources",
        href: "",
        children: [
          { label: "Study Materials", href: "/resources" },
          { label: "Current Affairs", href: "/current-affairs" },
          { label: "Current Affairs Monthly Test", href: "/current-affairs-test" },
          { label: "Video Library", href: "/videos" },
          { label: "Blog", href: "/blog" },
        ],
      },
    ],
  },
} satisfies Record<string, Menu>;
