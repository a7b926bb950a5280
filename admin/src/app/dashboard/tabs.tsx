import type { ComponentType } from "react";
import { page } from "./page";

export interface Tab {
  id: string;
  label: string;
  Content: ComponentType;
}

/** The eleven tabs in their order; the id is what stands in `?tab=`. */
export const TABS: readonly Tab[] = [
  { id: "home", label: "Home", Content: page(() => import("@/features/home/HomeTab"), "HomeTab") },
  { id: "sections", label: "Sections", Content: page(() => import("@/features/sections/SectionsTab"), "SectionsTab") },
  { id: "articles", label: "Articles", Content: page(() => import("@/features/articles/ArticlesTab"), "ArticlesTab") },
  { id: "videos", label: "Videos", Content: page(() => import("@/features/videos/VideosTab"), "VideosTab") },
  { id: "psi", label: "PSI", Content: page(() => import("@/features/psi/PsiTab"), "PsiTab") },
  {
    id: "enrollments",
    label: "Enrollments",
    Content: page(() => import("@/features/enrollments/EnrollmentsTab"), "EnrollmentsTab"),
  },
  {
    id: "mentorship",
    label: "Mentorship",
    Content: page(() => import("@/features/mentorship/MentorshipTab"), "MentorshipTab"),
  },
  { id: "contacts", label: "Contacts", Content: page(() => import("@/features/contacts/ContactsTab"), "ContactsTab") },
  {
    id: "notifications",
    label: "Notifications",
    Content: page(() => import("@/features/notifications/NotificationsTab"), "NotificationsTab"),
  },
  { id: "social", label: "Social", Content: page(() => import("@/features/social/SocialTab"), "SocialTab") },
  { id: "settings", label: "Settings", Content: page(() => import("./settings/SettingsTab"), "SettingsTab") },
];

/** The tab an address asks for; home for none or an unknown one. */
export function tabOf(id: string | null): Tab {
  const [home] = TABS;
  const found = TABS.find((tab) => tab.id === id) ?? home;
  if (!found) throw new Error("there are no tabs");
  return found;
}
