import { body, page } from "@academy/shared/api/client";
import { useMemo } from "react";
import useSWR from "swr";
import { api } from "@/api/client";
import type { AuditEntry } from "@/api/types";

export interface AuditQuery {
  q: string;
  resource: string;
  sort: "-at" | "at";
  limit: number;
  offset: number;
}

/** A page of the audit log. */
export function useAuditLog(query: AuditQuery) {
  return useSWR<{ items: AuditEntry[]; total: number }, unknown>(
    ["/admin/audit-log", query],
    () => {
      const { q, resource, ...rest } = query;
      return page(
        api.GET("/admin/audit-log", {
          params: { query: { ...rest, q: q || undefined, resource: resource || undefined } },
        }),
      );
    },
    { keepPreviousData: true },
  );
}

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
