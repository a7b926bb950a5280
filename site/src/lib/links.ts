export interface NavLink {
  label: string;
  href: string;
}

export interface NavGroup {
  label: string;
  links: NavLink[];
}

export const learningPaths: NavGroup = {
  label: "Learning Paths",
  links: [
    { label: "PSI", href: "/adhva-vibes-psi" },
    { label: "NCERT Mastery", href: "/ncert-mastery" },
    { label: "Mentorship", href: "/mentorship" },
    { label: "Current Affairs Monthly Test", href: "/current-affairs-test" },
  ],
};

export const resources: NavGroup = {
  label: "Resources",
  links: [
    { label: "Study Materials", href: "/resources" },
    { label: "Current Affairs", href: "/current-affairs" },
    { label: "Video Library", href: "/videos" },
    { label: "Blog", href: "/blog" },
  ],
};
