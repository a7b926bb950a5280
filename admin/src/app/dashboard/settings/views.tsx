import type { Permission } from "@/model/roles";
import { type Loadable, loadable } from "@/ui/loadable";

export interface View {
  id: string;
  label: string;
  /** Others do not see it, and get none of its data from the server. */
  needs?: readonly Permission[];
  Content: Loadable;
}

/** The views of the Settings tab; the id is what stands in `&view=`. */
export const VIEWS: readonly View[] = [
  {
    id: "site",
    label: "Site",
    needs: ["settings:write"],
    Content: loadable(() => import("@/features/settings/SiteSettings"), "SiteSettings"),
  },
  {
    id: "team",
    label: "Team",
    needs: ["team:write"],
    Content: loadable(() => import("@/features/team/TeamView"), "TeamView"),
  },
  {
    id: "tokens",
    label: "Tokens",
    needs: ["tokens:write"],
    Content: loadable(() => import("@/features/tokens/TokensView"), "TokensView"),
  },
  { id: "account", label: "Account", Content: loadable(() => import("@/features/account/AccountView"), "AccountView") },
  {
    id: "publishing",
    label: "Publishing",
    needs: ["content:read"],
    Content: loadable(() => import("@/features/publish/PublishingView"), "PublishingView"),
  },
  {
    id: "redirects",
    label: "Redirects",
    needs: ["content:read"],
    Content: loadable(() => import("@/features/redirects/RedirectsView"), "RedirectsView"),
  },
  {
    id: "import",
    label: "Import",
    needs: ["content:transfer"],
    Content: loadable(() => import("@/features/imports/ImportView"), "ImportView"),
  },
  {
    id: "audit",
    label: "Audit",
    needs: ["audit:read"],
    Content: loadable(() => import("@/features/audit/AuditView"), "AuditView"),
  },
  {
    id: "privacy",
    label: "Privacy",
    needs: ["people:erase"],
    Content: loadable(() => import("@/features/privacy/PrivacyView"), "PrivacyView"),
  },
];

/** The view an address asks for; for none or an unknown one the first of some, the site's settings unless given. */
export function viewOf(id: string | null, [first]: readonly View[] = VIEWS): View {
  const found = VIEWS.find((view) => view.id === id) ?? first;
  if (!found) throw new Error("there are no views");
  return found;
}
