import { Button, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronUp } from "@tabler/icons-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { Sortable, useSortableItem } from "./Sortable";
import "./entries.css";

/** Something else that can be done with an entry. */
export interface Action<T> {
  /** "Duplicate"; assistive technology reads the entry's name behind it. */
  label: (entry: T) => string;
  run: (index: number) => void;
}

interface Props<T> {
  entries: readonly T[];
  /** Stays the same while an entry is edited and moved. */
  keyOf: (entry: T, index: number) => string;
  nameOf: (entry: T, index: number) => string;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
  /** What removing is called. */
  removeLabel?: string;
  actions?: readonly Action<T>[];
  /** Whether what an entry holds is shown, and what shows and hides it; without it all of it is. */
  folding?: { isOpen: (index: number) => boolean; onToggle: (index: number) => void };
  /** Entries that stand in grey. */
  isMuted?: (entry: T) => boolean;
  children: (entry: T, index: number) => ReactNode;
}

/** A list of entries that is arranged by mouse, touch and keyboard. What each of them holds is the caller's. */
export function Entries<T>(props: Props<T>) {
  const { entries, keyOf, nameOf, onMove } = props;
  const keys = entries.map(keyOf);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState("");
  // What has the focus after the next change: a button of the entry of this key.
  const focus = useRef<{ key: string; control: string } | null>(null);

  // The entry that is removed, once a question is answered and it is gone.
  const removed = useRef<{ key: string; name: string; next: string | undefined } | null>(null);

  useLayoutEffect(() => {
    if (removed.current && !keys.includes(removed.current.key)) {
      const { name, next } = removed.current;
      removed.current = null;
      focus.current = next === undefined ? null : { key: next, control: "remove" };
      setSaid(`${name} removed`);
    }
    if (!focus.current) return;
    const { key, control } = focus.current;
    focus.current = null;
    const entry = [...(list.current?.children ?? [])].find((item) => (item as HTMLElement).dataset.key === key);
    entry?.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus();
  });

  const move = (from: number, to: number, control?: "up" | "down") => {
    const entry = entries[from];
    if (entry === undefined || to < 0 || to >= entries.length) return;
    if (control) {
      focus.current = { key: keys[from] ?? "", control };
      setSaid(`${nameOf(entry, from)}: position ${to + 1} of ${entries.length}`);
    }
    onMove(from, to);
  };
  const remove = (index: number) => {
    const next = keys[index + 1] ?? keys[index - 1];
    removed.current = { key: keys[index] ?? "", name: nameOf(entries[index] as T, index), next };
    props.onRemove(index);
  };

  return (
    <>
      <Sortable
        entries={entries.map((entry, index) => ({ id: keys[index] ?? "", name: nameOf(entry, index) }))}
        onMove={move}
      >
        <ol ref={list} className="entries">
          {entries.map((entry, index) => (
            <Entry
              key={keys[index]}
              id={keys[index] ?? ""}
              name={nameOf(entry, index)}
              muted={props.isMuted?.(entry)}
              open={props.folding?.isOpen(index)}
              onToggle={() => props.folding?.onToggle(index)}
              actions={(props.actions ?? []).map(({ label, run }) => ({
                label: label(entry),
                run: () => run(index),
              }))}
              first={index === 0}
              last={index === entries.length - 1}
              onUp={() => move(index, index - 1, "up")}
              onDown={() => move(index, index + 1, "down")}
              onRemove={() => remove(index)}
              removeLabel={props.removeLabel ?? "Remove"}
            >
              {props.children(entry, index)}
            </Entry>
          ))}
        </ol>
      </Sortable>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}

interface EntryProps {
  id: string;
  name: string;
  muted?: boolean;
  /** Undefined where nothing is folded. */
  open?: boolean;
  onToggle: () => void;
  actions: { label: string; run: () => void }[];
  first: boolean;
  last: boolean;
  onUp: () => void;
  onDown: () => void;
  onRemove: () => void;
  removeLabel: string;
  children: ReactNode;
}

function Entry({
  id,
  name,
  muted,
  open,
  onToggle,
  actions,
  first,
  last,
  onUp,
  onDown,
  onRemove,
  removeLabel,
  children,
}: EntryProps) {
  const { item, handle } = useSortableItem({ id, name });
  return (
    <li {...item} className="entry" data-key={id} data-muted={muted || undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot stand in a line with its buttons */}
      <div role="group" aria-label={name}>
        <div className="entry-head">
          {handle}
          <p className="entry-name">{name}</p>
          {open !== undefined && (
            <Button
              variant="default"
              size="xs"
              aria-label={`${open ? "Close" : "Edit"} ${name}`}
              aria-expanded={open}
              onClick={onToggle}
            >
              {open ? "Close" : "Edit"}
            </Button>
          )}
          <div className="row-actions">
            <Step label="Move up" name={name} control="up" off={first} onClick={onUp} />
            <Step label="Move down" name={name} control="down" off={last} onClick={onDown} />
            {actions.map(({ label, run }) => (
              <Button key={label} variant="default" size="xs" aria-label={`${label} ${name}`} onClick={run}>
                {label}
              </Button>
            ))}
            <Button
              variant="subtle"
              size="xs"
              data-control="remove"
              aria-label={`${removeLabel} ${name}`}
              onClick={onRemove}
            >
              {removeLabel}
            </Button>
          </div>
        </div>
        {children}
      </div>
    </li>
  );
}

interface StepProps {
  label: "Move up" | "Move down";
  name: string;
  control: "up" | "down";
  /** It keeps the focus, and does nothing. */
  off: boolean;
  onClick: () => void;
}

function Step({ label, name, control, off, onClick }: StepProps) {
  const Icon = control === "up" ? IconChevronUp : IconChevronDown;
  return (
    <UnstyledButton
      className="entry-step"
      data-control={control}
      aria-label={`${label} ${name}`}
      aria-disabled={off || undefined}
      title={label}
      onClick={() => !off && onClick()}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </UnstyledButton>
  );
}
