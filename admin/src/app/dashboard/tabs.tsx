import { type Loadable, loadable } from "@/ui/loadable";
import { viewOf } from "./settings/views";

export interface Tab {
  id: string;
  label: string;
  Content: Loadable;
}

/** The eleven tabs in their order; the id is what stands in `?tab=`. */
export const TABS: readonly Tab[] = [
  { id: "home", label: "Home", Content: loadable(() => import("@/features/home/HomeTab"), "HomeTab") },
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
  { id: "psi", label: "PSI", Content: loadable(() => import("@/features/psi/PsiTab"), "PsiTab") },
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
  { id: "social", label: "Social", Content: loadable(() => import("@/features/social/SocialTab"), "SocialTab") },
  { id: "settings", label: "Settings", Content: loadable(() => import("./settings/SettingsTab"), "SettingsTab") },
];

/** The tab an address asks for; home for none or an unknown one. */
export function tabOf(id: string | null): Tab {
  const [home] = TABS;
  const found = TABS.find((tab) => tab.id === id) ?? home;
  if (!found) throw new Error("there are no tabs");
  return found;
}

/** Fetches the code of a tab and, of Settings, that of the view. */
export function loadTab(tab: Tab, view: string | null = null): void {
  tab.Content.load();
  if (tab.id === "settings") viewOf(view).Content.load();
}
