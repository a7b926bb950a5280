import { page } from "@academy/shared/api/client";
import { useMemo } from "react";
import { api } from "@/api/client";
import type { PageQuery } from "@/lists/useList";
import { useInvitations, useMembers } from "@/resources/team";

export const fetchEntries = (query: PageQuery & { resource?: string }) =>
  page(api.GET("/admin/audit-log", { params: { query } }));

/** Names of the accounts and invitations that there are now, by id: the log itself keeps only ids. */
export function useNames(): ReadonlyMap<string, string> {
  const members = useMembers();
  const invitations = useInvitations();
  return useMemo(
    () =>
      new Map([
        ...(members.data ?? []).map(({ id, name }): [string, string] => [id, name]),
        ...(invitations.data ?? []).map(({ id, email, phone }): [string, string] => [id, email || phone]),
      ]),
    [members.data, invitations.data],
  );
}
