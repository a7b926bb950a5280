import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { UnstyledButton } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import { announcementsFor } from "./dragAnnouncements";
import "./drag-handle.css";

interface Named {
  id: string;
  name: string;
}

interface Props {
  entries: readonly Named[];
  onMove: (from: number, to: number) => void;
  /** The list; each of its items is a useSortableItem. */
  children: ReactNode;
}

/** A list whose items are dragged to their places by mouse, touch and keyboard. */
export function Sortable({ entries, onMove, children }: Props) {
  const named = useRef(entries);
  named.current = entries;
  // Made once: a drag goes on while what is around the list is drawn anew.
  const [announcements] = useState(() => announcementsFor(() => named.current));
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = entries.map(({ id }) => id);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{ announcements }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** What an item's element is given, and the handle that it is dragged by. */
export function useSortableItem({ id, name }: Named) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const item = {
    ref: setNodeRef,
    "data-dragging": isDragging || undefined,
    style: { transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined, transition },
  };
  const handle = (
    <UnstyledButton
      ref={setActivatorNodeRef}
      className="drag-handle"
      {...attributes}
      {...listeners}
      aria-label={`Drag to reorder ${name}`}
    >
      <IconGripVertical size={18} stroke={1.75} aria-hidden="true" />
    </UnstyledButton>
  );
  return { item, handle };
}

/** The list with the entry at `from` standing at `to`. */
export const moved = <T,>(entries: readonly T[], from: number, to: number): T[] => arrayMove([...entries], from, to);
