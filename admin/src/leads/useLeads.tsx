import { asSentence, reasonOf } from "@academy/shared/api/errors";
import { NativeSelect } from "@mantine/core";
import { useSearchParams } from "react-router";
import type { List } from "@/api/lists";
import { useSession } from "@/api/session";
import type { LeadUpdate } from "@/api/types";
import type { BulkAction } from "@/bulk/BulkBar";
import { type Entry, numbered } from "@/bulk/run";
import type { PageQuery, Search } from "@/lists/useList";
import { useList } from "@/lists/useList";
import { LOOK, updateLeads, useAssignees } from "@/resources/leads";
import { Choice } from "@/ui/Choice";
import { toast } from "@/ui/toasts";
import { type Kind, type LeadStatus, tomorrow } from "./kinds";
import { STATUSES } from "./words";

const START = { lead_status: "" as LeadStatus | "", assigned_to: "", only: "" };
type Narrowing = { [K in keyof typeof START]?: string };

/** The filters of a list of leads, as its call takes them. */
interface Asked {
  lead_status?: LeadStatus;
  assigned_to?: string;
  call_back_before?: string;
  duplicates?: boolean;
}

/** The filters of a list as parameters of its call. */
function asked<S extends Search>({ lead_status, only, ...rest }: S & Narrowing): S & Asked {
  return {
    ...(rest as unknown as S),
    ...(lead_status && { lead_status: lead_status as LeadStatus }),
    ...(only === "due" && { call_back_before: tomorrow() }),
    ...(only === "duplicates" && { duplicates: true }),
  };
}

interface Options<T> {
  /** The list's name, which begins its keys. */
  name: string;
  fetchPage: (query: PageQuery & Asked) => Promise<List<T>>;
  /** The name by which an entry is told from the others. */
  title: (lead: T) => string;
  perPage?: number;
  q?: string | null;
}

/** A list of leads with its filters. `asked` is what an export follows. */
export function useLeads<T extends { id: string }>({ name, fetchPage, title, perPage, q }: Options<T>) {
  const fetchTitled = async (query: PageQuery & Narrowing) => {
    const { items, total } = await fetchPage(asked(query));
    return { items: items.map((item) => ({ ...item, title: title(item) })), total };
  };
  const list = useList({
    ...{ name, q, perPage, sort: "-created_at", filters: START },
    fetchPage: fetchTitled,
    refreshInterval: () => LOOK,
  });
  const who = useAssigneeOptions();
  const filters = [
    { key: "lead_status", label: "Lead status", options: [{ value: "", label: "All but spam" }, ...STATUSES] },
    { key: "assigned_to", label: "Assigned to", options: [{ value: "", label: "Anyone" }, ...who] },
    {
      key: "only",
      label: "Show",
      options: [
        { value: "", label: "All" },
        { value: "due", label: "Call back due" },
        { value: "duplicates", label: "Duplicates" },
      ],
    },
  ];
  return { list, filters, asked: asked({ ...list.asked, ...list.narrowed }) };
}

/** The accounts that leads can be assigned to: oneself first. "none" is nobody. */
export function useAssigneeOptions(): { value: string; label: string }[] {
  const { user } = useSession();
  const { data } = useAssignees();
  const others = (data ?? []).filter(({ id }) => id !== user?.id).map(({ id, name }) => ({ value: id, label: name }));
  return [...(user ? [{ value: user.id, label: "Me" }] : []), { value: "none", label: "Nobody" }, ...others];
}

/** Reads from the address whether leads stand on a board, and returns the switch for it. */
export function useBoard(): [board: boolean, control: React.ReactNode] {
  const [params, setParams] = useSearchParams();
  const board = params.get("as") === "board";
  const choose = (choice: "List" | "Board") =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (choice === "Board") next.set("as", "board");
      else next.delete("as");
      return next;
    });
  const control = (
    <Choice label="Show as" choices={["List", "Board"]} chosen={board ? "Board" : "List"} onChoose={choose} />
  );
  return [board, control];
}

/** The lead that the address names by `open`, and what names another. */
export function useOpened(): [id: string | null, open: (id: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const open = (id: string | null) =>
    setParams((now) => {
      const next = new URLSearchParams(now);
      if (id === null) next.delete("open");
      else next.set("open", id);
      return next;
    });
  return [params.get("open"), open];
}

const THINGS = { one: "lead", several: "leads" };

/** The status and assignee of several leads, set at once. */
export function useLeadBulk<T extends Entry>(kindOf: (lead: T) => Kind) {
  const who = useAssigneeOptions();
  const set = (past: string, change: LeadUpdate): BulkAction<T> => ({
    label: past,
    change: {
      past,
      together: async (entries) => {
        const leads = entries.map((lead) => ({ kind: kindOf(lead), id: lead.id }));
        const failed = await updateLeads(leads, change).catch((error: unknown) =>
          leads.map(({ id }) => ({ id, reason: asSentence(reasonOf(error)) })),
        );
        const done = entries.length - failed.length;
        if (done > 0) toast.success(`${numbered(done, THINGS)} ${past}`);
        return failed.map(({ id, reason }) => ({
          ...{ id, reason },
          title: entries.find((lead) => lead.id === id)?.title ?? "",
        }));
      },
    },
  });
  const children = (act: (action: BulkAction<T>) => Promise<boolean>, busy: boolean) => (
    <>
      <Setter
        label="Set status"
        options={STATUSES}
        disabled={busy}
        onChoose={(value, label) => act(set(`set to ${label}`, { lead_status: value as LeadStatus }))}
      />
      <Setter
        label="Assign to"
        options={who}
        disabled={busy}
        onChoose={(value, label) =>
          act(
            set(`assigned to ${label.toLowerCase() === "me" ? "you" : label}`, {
              assigned_to: value === "none" ? "" : value,
            }),
          )
        }
      />
    </>
  );
  return { collection: THINGS, actions: [], children };
}

interface SetterProps {
  label: string;
  options: readonly { value: string; label: string }[];
  disabled: boolean;
  onChoose: (value: string, label: string) => void;
}

/** A choice that is made once, with the selected. */
function Setter({ label, options, disabled, onChoose }: SetterProps) {
  return (
    <NativeSelect
      size="xs"
      className="lead-setter"
      aria-label={label}
      disabled={disabled}
      value=""
      data={[{ value: "", label: `${label}…` }, ...options]}
      onChange={({ currentTarget: { value } }) => {
        const chosen = options.find((option) => option.value === value);
        if (chosen) onChoose(chosen.value, chosen.label);
      }}
    />
  );
}
