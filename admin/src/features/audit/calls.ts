import { body, page } from "@academy/shared/api/client";
import { useMemo } from "react";
import useSWR from "swr";
import { api } from "@/api/client";
import type { PageQuery } from "@/lists/useList";

export const fetchEntries = (query: PageQuery & { resource?: string }) =>
  page(api.GET("/admin/audit-log", { params: { query } }));

/** Names of the accounts and invitations that there are now, by id: the log itself keeps only ids. */
export function useNames(): ReadonlyMap<string, string> {
  const members = useSWR("/admin/users", () => body(api.GET("/admin/users")));
  const invitations = useSWR("/admin/invitations", () => body(api.GET("/admin/invitations")));
  return useMemo(
    () =>
      new Map([
        ...(members.data ?? []).map(({ id, name }): [string, string] => [id, name]),
        ...(invitations.data ?? []).map(({ id, email, phone }): [string, string] => [id, email || phone]),
      ]),
    [members.data, invitations.data],
  );
}
