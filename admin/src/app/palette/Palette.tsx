import { Button, Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useMay } from "@/api/session";
import { useFocusBack } from "@/ui/useFocusBack";
import { commandsFor, type Entry, matching, step } from "./commands";
import { useFound } from "./found";
import "./palette.css";

/** Pauses shorter than this are within a word. */
const PAUSE = 150;

/** Finds places, articles, pages and leads by what is typed, and goes there: a combobox with its list always open. */
export function Palette({ onClose }: { onClose: () => void }) {
  const may = useMay();
  const navigate = useNavigate();
  const goTo = useFocusBack();
  const [q, setQ] = useState("");
  const [asked] = useDebouncedValue(q.trim(), PAUSE);
  const found = useFound(asked);
  const late = found.late || q.trim() !== asked;
  const [chosen, setChosen] = useState<string | null>(null);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);

  const entries = [...matching(commandsFor(may), q.trim()), ...(q.trim() === "" ? [] : found.entries)];
  const active = entries.find((entry) => entry.id === chosen) ?? entries[0];
  const optionId = (entry: Entry) => `${id}-${entry.id.replaceAll(" ", "-")}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is active
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView?.({ block: "nearest" });
  }, [active?.id]);

  const retry = async () => {
    const answer = await found.retry();
    // The button is gone.
    if (answer?.failed === "") search.current?.focus();
  };
  const choose = (entry: Entry) => {
    goTo(document.getElementById("tab-panel"));
    onClose();
    navigate(entry.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && active) {
      // It may be what an earlier query has found.
      if (!late || !found.entries.includes(active)) choose(active);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setChosen(step(entries, active, event.key === "ArrowDown" ? 1 : -1)?.id ?? null);
    } else return;
    event.preventDefault();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      className="palette"
      returnFocus={false}
      centered={false}
      withCloseButton={false}
      yOffset="10vh"
      size="38rem"
      padding={0}
      transitionProps={{ duration: 0 }}
      attributes={{ content: { "aria-label": "Search and go to" } }}
    >
      <TextInput
        ref={search}
        className="palette-search"
        size="md"
        aria-label="Search"
        placeholder="Articles, pages, people, settings"
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
        data-autofocus
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={active && optionId(active)}
        autoComplete="off"
        value={q}
        onChange={(event) => {
          setQ(event.currentTarget.value);
          setChosen(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={id} role="listbox" aria-label="Results" className="palette-list" aria-busy={late}>
        {groupsOf(entries).map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
          <div key={group} role="group" aria-label={group}>
            <p className="palette-group" aria-hidden="true">
              {group}
            </p>
            {members.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the focus and its keys
              // biome-ignore lint/a11y/useFocusableInteractive: the same
              <div
                key={entry.id}
                id={optionId(entry)}
                role="option"
                aria-selected={entry === active}
                className="palette-option"
                onMouseMove={() => setChosen(entry.id)}
                onClick={() => choose(entry)}
              >
                <span className="palette-label" dir="auto">
                  {entry.label}
                </span>
                <span className="palette-about" dir="auto">
                  {entry.about}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      {found.failed && (
        <div className="palette-failed" role="alert">
          <p>{found.failed}</p>
          <Button variant="default" size="xs" loading={found.busy} onClick={retry}>
            Try again
          </Button>
        </div>
      )}
      <footer className="palette-foot">
        <p role="status">{stateOf(q.trim(), late, entries.length)}</p>
        <p className="palette-keys" aria-hidden="true">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
        </p>
      </footer>
    </Modal>
  );
}

function groupsOf(entries: readonly Entry[]): [string, Entry[]][] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups];
}

function stateOf(q: string, busy: boolean, count: number): string {
  if (q === "") return "";
  if (busy) return "Searching…";
  if (count === 0) return `Nothing found for “${q}”.`;
  return `${count} ${count === 1 ? "result" : "results"}`;
}
