import type { LeadSummary } from "@/api/types";
import { CallBack, Handling } from "@/leads/Handling";
import { KINDS, type Kind, LEADS, type Ref } from "@/leads/kinds";
import { LeadBoard } from "@/leads/LeadBoard";
import { LeadDrawer } from "@/leads/LeadDrawer";
import { Reach } from "@/leads/Reach";
import { useBoard, useLeadBulk, useLeads, useOpened } from "@/leads/useLeads";
import { aboutOf } from "@/leads/words";
import { type Column, DataTable } from "@/lists/DataTable";
import { useAsked } from "@/lists/useAsked";
import { fetchLeads, useDue } from "@/resources/leads";
import { formatMoment } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { Empty } from "@/ui/states";

const nameOf = ({ name }: LeadSummary) => name;
const kindOf = ({ kind }: LeadSummary) => kind;

/** Reads "contact/665f…"; null for what names no lead. */
function refOf(open: string | null): Ref | null {
  const [kind = "", id] = open?.split("/") ?? [];
  return id && kind in KINDS ? { kind: kind as Kind, id } : null;
}

/** Leads of every kind: those that are due to be called back stand first. */
export function LeadsTab() {
  const [opened, setOpened] = useOpened();
  const [board, boardControl] = useBoard();
  const { list, filters } = useLeads({ name: LEADS, fetchPage: fetchLeads, title: nameOf, q: useAsked() });
  const bulk = useLeadBulk<LeadSummary & { title: string }>(kindOf);
  const open = ({ kind, id }: Ref) => setOpened(`${kind}/${id}`);

  const columns: readonly Column<LeadSummary>[] = [
    { name: "Name", cell: (lead) => <Opener lead={lead} onOpen={open} /> },
    { name: "About", cell: ({ kind, about }) => <span className="lead-about">{aboutOf(kind, about)}</span> },
    { name: "Lead", cell: (lead) => <Handling kind={lead.kind} lead={lead} name={lead.name} /> },
    { name: "Date", sort: "-created_at", cell: ({ created_at }) => formatMoment(created_at), figures: true },
    {
      name: "Actions",
      actions: true,
      cell: ({ name, phone, email }) => <Reach name={name} phone={phone} email={email} />,
    },
  ];
  return (
    <Panel title="Leads" subtitle="Of every kind, the newest first" actions={boardControl}>
      {board ? (
        <LeadBoard onOpen={open} />
      ) : (
        <>
          <Due onOpen={open} />
          <DataTable
            name={LEADS}
            list={list}
            filters={filters}
            columns={columns}
            bulk={bulk}
            onOpen={open}
            empty={<Empty title="No leads yet">Enrollments, applications, messages and subscribers appear here.</Empty>}
          />
        </>
      )}
      <LeadDrawer of={refOf(opened)} onClose={() => setOpened(null)} />
    </Panel>
  );
}

function Opener({ lead, onOpen }: { lead: LeadSummary; onOpen: (lead: Ref) => void }) {
  return (
    <button type="button" className="opener" aria-haspopup="dialog" onClick={() => onOpen(lead)}>
      <bdi>{lead.name}</bdi>
    </button>
  );
}

function Due({ onOpen }: { onOpen: (lead: Ref) => void }) {
  const { data } = useDue();
  if (!data || data.total === 0) return null;
  return (
    <section className="leads-due" aria-labelledby="leads-due">
      <h3 id="leads-due">{`Call back now (${data.total.toLocaleString("en-IN")})`}</h3>
      <ul>
        {data.items.map((lead) => (
          <li key={lead.id}>
            <Opener lead={lead} onOpen={onOpen} />
            <CallBack day={lead.call_back_on} />
            <Reach name={lead.name} phone={lead.phone} email={lead.email} />
          </li>
        ))}
      </ul>
    </section>
  );
}
