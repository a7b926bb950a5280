import { type May, mayOpen, type Permission } from "@/model/roles";
import { addressOf } from "@/ui/address";
import { type Loadable, loadable } from "@/ui/loadable";
import { viewOf } from "./settings/views";

export interface Tab {
  id: string;
  label: string;
  /** One of these is needed to see it. */
  needs?: readonly Permission[];
  Content: Loadable;
}

interface Group {
  name: string;
  tabs: readonly Tab[];
}

const HOME: Tab = { id: "home", label: "Home", Content: loadable(() => import("@/features/home/HomeTab"), "HomeTab") };

/** The tabs in their order, in groups that are named but for the first one; the id is what stands in `?tab=`. */
export const GROUPS: readonly Group[] = [
  { name: "", tabs: [HOME] },
  {
    name: "Content",
    tabs: [
      {
        id: "sections",
        label: "Sections",
        needs: ["content:read"],
        Content: loadable(() => import("@/features/sections/SectionsTab"), "SectionsTab"),
      },
      {
        id: "articles",
        label: "Articles",
        needs: ["content:read", "content:own"],
        Content: loadable(() => import("@/features/articles/ArticlesTab"), "ArticlesTab"),
      },
      {
        id: "videos",
        label: "Videos",
        needs: ["content:publish"],
        Content: loadable(() => import("@/features/videos/VideosTab"), "VideosTab"),
      },
      {
        id: "media",
        label: "Media",
        needs: ["content:read", "media:own"],
        Content: loadable(() => import("@/features/media/MediaTab"), "MediaTab"),
      },
      {
        id: "psi",
        label: "PSI",
        needs: ["content:read"],
        Content: loadable(() => import("@/features/psi/PsiTab"), "PsiTab"),
      },
      {
        id: "pages",
        label: "Pages",
        needs: ["content:read"],
        Content: loadable(() => import("@/features/pages/PagesView"), "PagesView"),
      },
      {
        id: "lists",
        label: "Lists",
        needs: ["content:read"],
        Content: loadable(() => import("@/features/lists/ListsView"), "ListsView"),
      },
    ],
  },
  {
    name: "People",
    tabs: [
      {
        id: "enrollments",
        label: "Enrollments",
        needs: ["leads:read"],
        Content: loadable(() => import("@/features/enrollments/EnrollmentsTab"), "EnrollmentsTab"),
      },
      {
        id: "mentorship",
        label: "Mentorship",
        needs: ["leads:read"],
        Content: loadable(() => import("@/features/mentorship/MentorshipTab"), "MentorshipTab"),
      },
      {
        id: "contacts",
        label: "Contacts",
        needs: ["leads:read"],
        Content: loadable(() => import("@/features/contacts/ContactsTab"), "ContactsTab"),
      },
      {
        id: "notifications",
        label: "Notifications",
        needs: ["leads:read"],
        Content: loadable(() => import("@/features/notifications/NotificationsTab"), "NotificationsTab"),
      },
    ],
  },
  {
    name: "Site",
    tabs: [
      {
        id: "menus",
        label: "Menus",
        needs: ["content:read"],
        Content: loadable(() => import("@/features/menus/MenusView"), "MenusView"),
      },
      {
        id: "social",
        label: "Social",
        needs: ["content:read"],
        Content: loadable(() => import("@/features/social/SocialTab"), "SocialTab"),
      },
      {
        id: "trash",
        label: "Trash",
        needs: ["content:read", "content:own"],
        Content: loadable(() => import("@/features/trash/TrashView"), "TrashView"),
      },
      { id: "settings", label: "Settings", Content: loadable(() => import("./settings/SettingsTab"), "SettingsTab") },
    ],
  },
];

export const TABS: readonly Tab[] = GROUPS.flatMap(({ tabs }) => tabs);

/** The groups with the tabs that somebody may open. */
export const groupsFor = (may: May): readonly Group[] =>
  GROUPS.map(({ name, tabs }) => ({ name, tabs: tabs.filter((tab) => mayOpen(tab, may)) })).filter(
    ({ tabs }) => tabs.length > 0,
  );

/** The tab an address asks for; home for none or an unknown one. */
export const tabOf = (id: string | null): Tab => TABS.find((tab) => tab.id === id) ?? HOME;

/** These stood among the views of Settings; their old addresses lead on. */
const MOVED = new Set(["pages", "menus", "lists", "trash"]);

/** Where the tab is now that an address asks for as a view of Settings; null when it has not moved. */
export function movedTo(params: URLSearchParams): string | null {
  const { tab, view = "", ...more } = Object.fromEntries(params);
  return tab === "settings" && MOVED.has(view) ? addressOf(view, more) : null;
}

/** Fetches the code of a tab and, of Settings, that of the view. */
export function loadTab(tab: Tab, view: string | null = null): void {
  tab.Content.load();
  if (tab.id === "settings") viewOf(view).Content.load();
}
