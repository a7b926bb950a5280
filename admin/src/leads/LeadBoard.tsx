import {
  DndContext,
  type DragEndEvent,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { Button, Menu, NativeSelect, UnstyledButton } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import { useId, useState } from "react";
import type { LeadSummary } from "@/api/types";
import { updateLead, useColumn } from "@/resources/leads";
import { formatMoment } from "@/ui/format";
import { Loaded } from "@/ui/Loaded";
import { useAction } from "@/ui/useAction";
import { CallBack, TakeButton, useNameOf } from "./Handling";
import type { Kind, LeadStatus } from "./kinds";
import { Reach } from "./Reach";
import { useAssigneeOptions } from "./useLeads";
import { aboutOf, labelOfStatus, STATUSES } from "./words";
import "@/lists/drag-handle.css";
import "./leads.css";

/** The number of cards that a column begins with, and of those that are added at a time. */
const STEP = 30;

interface Props {
  /** Only leads of a kind; of all kinds without one. */
  kind?: Kind;
  onOpen: (lead: LeadSummary) => void;
}

type Move = (lead: LeadSummary, to: LeadStatus) => void;

/** Leads in columns by status, those to be called back first. A card is moved by dragging or by its menu. */
export function LeadBoard({ kind, onOpen }: Props) {
  const [assigned, setAssigned] = useState("");
  const who = useAssigneeOptions();
  const { act } = useAction();
  /** Cards that stand where they were put, until the server has them there. */
  const [moved, setMoved] = useState<ReadonlyMap<LeadSummary, LeadStatus>>(new Map());
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));

  const move: Move = async (lead, to) => {
    if (lead.lead_status === to) return;
    setMoved((now) => new Map(now).set(lead, to));
    await act({ run: () => updateLead(lead, lead, { lead_status: to }), failed: `Failed to move ${lead.name}` });
    setMoved((now) => new Map([...now].filter(([each]) => each !== lead)));
  };
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) move(active.data.current as LeadSummary, over.id as LeadStatus);
  };
  return (
    <>
      <div className="filters">
        <NativeSelect
          label="Assigned to"
          name="assigned_to_filter"
          data={[{ value: "", label: "Anyone" }, ...who]}
          value={assigned}
          onChange={(event) => setAssigned(event.currentTarget.value)}
        />
      </div>
      <DndContext sensors={sensors} collisionDetection={pointerWithin} onDragEnd={onDragEnd}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard */}
        <section className="board" aria-label="Leads by status" tabIndex={0}>
          {STATUSES.map(({ value }) => (
            <Column
              key={value}
              status={value}
              kind={kind}
              assigned={assigned}
              moved={moved}
              onMove={move}
              onOpen={onOpen}
            />
          ))}
        </section>
      </DndContext>
    </>
  );
}

interface ColumnProps extends Props {
  status: LeadStatus;
  assigned: string;
  moved: ReadonlyMap<LeadSummary, LeadStatus>;
  onMove: Move;
}

function Column({ status, kind, assigned, moved, onMove, onOpen }: ColumnProps) {
  const id = useId();
  const [count, setCount] = useState(STEP);
  const column = useColumn(
    { lead_status: status, ...(kind && { kind }), ...(assigned && { assigned_to: assigned }) },
    count,
  );
  const { setNodeRef, isOver } = useDroppable({ id: status });
  return (
    <section ref={setNodeRef} className="board-column" aria-labelledby={id} data-over={isOver || undefined}>
      <h3 id={id}>
        {labelOfStatus(status)} <span className="figures">{column.data?.total.toLocaleString("en-IN")}</span>
      </h3>
      <Loaded from={column} failed="The leads could not be loaded">
        {({ items, total }) => {
          const gone = new Set([...moved.keys()].map((lead) => lead.id));
          const come = [...moved].filter(([, to]) => to === status).map(([lead]) => lead);
          const cards = [...come, ...items.filter((lead) => !gone.has(lead.id))];
          return (
            <>
              {cards.length === 0 && <p className="board-none">No leads here.</p>}
              <ul>
                {cards.map((lead) => (
                  <Card key={lead.id} lead={lead} status={status} onMove={onMove} onOpen={onOpen} />
                ))}
              </ul>
              {total > items.length && (
                <Button variant="default" size="xs" onClick={() => setCount(count + STEP)}>
                  Show more
                </Button>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

interface CardProps {
  lead: LeadSummary;
  status: LeadStatus;
  onMove: Move;
  onOpen: (lead: LeadSummary) => void;
}

function Card({ lead, status, onMove, onOpen }: CardProps) {
  const { id, kind, name, about } = lead;
  const nameOf = useNameOf();
  const { listeners, setNodeRef, setActivatorNodeRef, transform, isDragging } = useDraggable({ id, data: lead });
  return (
    <li
      ref={setNodeRef}
      className="board-card"
      data-entry={id}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined }}
    >
      <header>
        <button type="button" className="opener" aria-haspopup="dialog" onClick={() => onOpen(lead)}>
          <bdi>{name}</bdi>
        </button>
        {!lead.assigned_to && <TakeButton kind={kind} lead={lead} name={name} />}
        {/* The keyboard has the menu. */}
        <UnstyledButton
          ref={setActivatorNodeRef}
          className="drag-handle"
          tabIndex={-1}
          aria-hidden="true"
          {...listeners}
        >
          <IconGripVertical size={18} stroke={1.75} />
        </UnstyledButton>
      </header>
      <p className="lead-by board-about">{aboutOf(kind, about)}</p>
      <p className="lead-by">
        <time dateTime={lead.created_at}>{formatMoment(lead.created_at)}</time>
        {lead.assigned_to && <span>{nameOf(lead.assigned_to)}</span>}
        <CallBack day={lead.call_back_on} />
      </p>
      <footer>
        <Reach name={name} phone={lead.phone} email={lead.email} />
        <Menu position="bottom-end" loop hideDetached={false}>
          <Menu.Target>
            <Button variant="default" size="xs" aria-label={`Move ${name} to…`}>
              Move to…
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {STATUSES.filter(({ value }) => value !== status).map(({ value, label }) => (
              <Menu.Item key={value} onClick={() => onMove(lead, value)}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </footer>
    </li>
  );
}
