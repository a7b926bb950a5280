import { type Loadable, loadable } from "@/ui/loadable";

export interface View {
  id: string;
  label: string;
  /** Others do not see it, and get none of its data from the server. */
  administratorsOnly?: boolean;
  Content: Loadable;
}

/** The views of the Settings tab; the id is what stands in `&view=`. */
export const VIEWS: readonly View[] = [
  { id: "site", label: "Site", Content: loadable(() => import("@/features/settings/SiteSettings"), "SiteSettings") },
  {
    id: "team",
    label: "Team",
    administratorsOnly: true,
    Content: loadable(() => import("@/features/team/TeamView"), "TeamView"),
  },
  { id: "account", label: "Account", Content: loadable(() => import("@/features/account/AccountView"), "AccountView") },
  {
    id: "publishing",
    label: "Publishing",
    Content: loadable(() => import("@/features/publish/PublishingView"), "PublishingView"),
  },
  {
    id: "import",
    label: "Import",
    administratorsOnly: true,
    Content: loadable(() => import("@/features/imports/ImportView"), "ImportView"),
  },
  {
    id: "audit",
    label: "Audit",
    administratorsOnly: true,
    Content: loadable(() => import("@/features/audit/AuditView"), "AuditView"),
  },
  {
    id: "privacy",
    label: "Privacy",
    administratorsOnly: true,
    Content: loadable(() => import("@/features/privacy/PrivacyView"), "PrivacyView"),
  },
];

/** The view an address asks for; the site's settings for none or an unknown one. */
export function viewOf(id: string | null): View {
  const [site] = VIEWS;
  const found = VIEWS.find((view) => view.id === id) ?? site;
  if (!found) throw new Error("there are no views");
  return found;
}
