import { addressOf } from "@/ui/address";
import { type Loadable, loadable } from "@/ui/loadable";
import { viewOf } from "./settings/views";

export interface Tab {
  id: string;
  label: string;
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
        Content: loadable(() => import("@/features/sections/SectionsTab"), "SectionsTab"),
      },
      {
        id: "articles",
        label: "Articles",
        Content: loadable(() => import("@/features/articles/ArticlesTab"), "ArticlesTab"),
      },
      { id: "videos", label: "Videos", Content: loadable(() => import("@/features/videos/VideosTab"), "VideosTab") },
      { id: "media", label: "Media", Content: loadable(() => import("@/features/media/MediaTab"), "MediaTab") },
      { id: "psi", label: "PSI", Content: loadable(() => import("@/features/psi/PsiTab"), "PsiTab") },
      { id: "pages", label: "Pages", Content: loadable(() => import("@/features/pages/PagesView"), "PagesView") },
      { id: "lists", label: "Lists", Content: loadable(() => import("@/features/lists/ListsView"), "ListsView") },
    ],
  },
  {
    name: "People",
    tabs: [
      {
        id: "enrollments",
        label: "Enrollments",
        Content: loadable(() => import("@/features/enrollments/EnrollmentsTab"), "EnrollmentsTab"),
      },
      {
        id: "mentorship",
        label: "Mentorship",
        Content: loadable(() => import("@/features/mentorship/MentorshipTab"), "MentorshipTab"),
      },
      {
        id: "contacts",
        label: "Contacts",
        Content: loadable(() => import("@/features/contacts/ContactsTab"), "ContactsTab"),
      },
      {
        id: "notifications",
        label: "Notifications",
        Content: loadable(() => import("@/features/notifications/NotificationsTab"), "NotificationsTab"),
      },
    ],
  },
  {
    name: "Site",
    tabs: [
      { id: "menus", label: "Menus", Content: loadable(() => import("@/features/menus/MenusView"), "MenusView") },
      { id: "social", label: "Social", Content: loadable(() => import("@/features/social/SocialTab"), "SocialTab") },
      { id: "trash", label: "Trash", Content: loadable(() => import("@/features/trash/TrashView"), "TrashView") },
      { id: "settings", label: "Settings", Content: loadable(() => import("./settings/SettingsTab"), "SettingsTab") },
    ],
  },
];

export const TABS: readonly Tab[] = GROUPS.flatMap(({ tabs }) => tabs);

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
