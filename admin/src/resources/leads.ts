import { body, page } from "@academy/shared/api/client";
import type { operations } from "@academy/shared/api/schema.gen";
import useSWR, { mutate } from "swr";
import { api, ifMatch } from "@/api/client";
import { changeList, type List } from "@/api/lists";
import type { Lead, LeadSummary, LeadUpdate } from "@/api/types";
import { KINDS, LEADS, type Ref, tomorrow } from "@/leads/kinds";

type Query = NonNullable<operations["listLeads"]["parameters"]["query"]>;

/** A lead as any list has it. */
export type Handled = Pick<LeadSummary, "id"> &
  Partial<Pick<LeadSummary, "revision" | "lead_status" | "assigned_to" | "call_back_on" | "note_count">>;

const LEAD = "lead";
const COLUMN = "leads of a column";
const READ_AGAIN = new Set([LEADS, LEAD, COLUMN, ...Object.values(KINDS).map(({ list }) => list)]);

/** The time between two readings, in milliseconds. Somebody who comes back to the tab sees others' changes at once. */
export const LOOK = 30_000;

const refreshLeads = () => mutate((key) => Array.isArray(key) && READ_AGAIN.has(key[0]));

export const fetchLeads = (query: Query) => page(api.GET("/admin/leads", { params: { query } }));

/** Some leads with those that are due to be called back first, then the newest; and how many there are. */
export function useColumn(query: Query, count: number) {
  return useSWR<List<LeadSummary>, unknown>(
    [COLUMN, query, count],
    async () => {
      const due = { ...query, call_back_before: tomorrow(), sort: "call_back_on", limit: count };
      const [first, newest] = await Promise.all([fetchLeads(due), fetchLeads({ ...query, limit: count })]);
      const rest = newest.items.filter(({ id }) => !first.items.some((lead) => lead.id === id));
      return { items: [...first.items, ...rest].slice(0, count), total: newest.total };
    },
    { refreshInterval: LOOK, keepPreviousData: true },
  );
}

/** Leads that are due to be called back, the longest due first; and how many there are. */
export const useDue = () =>
  useSWR<List<LeadSummary>, unknown>(
    [COLUMN, "due"],
    () => fetchLeads({ call_back_before: tomorrow(), sort: "call_back_on", limit: 20 }),
    { refreshInterval: LOOK },
  );

/** A whole lead; nothing without one. */
export const useLead = (lead: Ref | null) =>
  useSWR<Lead, unknown>(
    lead && [LEAD, lead.kind, lead.id],
    () => body(api.GET("/admin/leads/{kind}/{id}", { params: { path: lead as Ref } })),
    // Never somebody else's.
    { keepPreviousData: false, shouldRetryOnError: false, refreshInterval: LOOK },
  );

/** The accounts that can look after leads, by name. */
export const useAssignees = () =>
  useSWR("/admin/leads/assignees", () => body(api.GET("/admin/leads/assignees")), { dedupingInterval: LOOK });

/** Changes go out one after the other, each over what the one before has made: keys make several in a row. */
let before: Promise<unknown> = Promise.resolve();
const made = new Map<string, number>();

/** Shows a change at once. Fails with 412, and shows the lead as it is, when somebody else has changed it. */
export async function updateLead(
  { kind, id }: Ref,
  { revision = 0 }: Handled,
  change: LeadUpdate & { assigned_to?: string },
) {
  const path = { kind, id };
  const send = async () => {
    const header = ifMatch(Math.max(revision, made.get(id) ?? 0));
    const lead = await body(api.PUT("/admin/leads/{kind}/{id}", { params: { path, header }, body: change }));
    made.set(id, lead.revision);
  };
  const call = before.then(send, send);
  before = call.catch(() => undefined);
  const changed = (list: List<Handled>) => ({
    ...list,
    items: list.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
  });
  try {
    await Promise.all([KINDS[kind].list, LEADS].map((list) => changeList<Handled>(list, changed, call)));
  } finally {
    await refreshLeads();
  }
}

export async function noteLead(path: Ref, text: string): Promise<void> {
  await body(api.POST("/admin/leads/{kind}/{id}/notes", { params: { path }, body: { text } }));
  await refreshLeads();
}

/** Sets the same of several leads; resolves to those that could not be changed. */
export async function updateLeads(leads: Ref[], set: LeadUpdate) {
  const { failed } = await body(api.POST("/admin/leads/bulk", { body: { leads, set } }));
  await refreshLeads();
  return failed;
}
