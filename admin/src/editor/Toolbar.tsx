import { useMediaQuery } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { EditorFeature } from "./feature";
import { ToolButton } from "./ToolButton";

/** A phone, upright or on its side. */
const SMALL = "(max-width: 40em), (max-width: 61.99em) and (max-height: 34em)";

interface Props {
  /** Its name. */
  label?: string;
  /** The id of the text that it formats. */
  controls: string;
  /** Its buttons, group by group. */
  tools: readonly (readonly EditorFeature[])[];
}

/**
 * The toolbar is one stop for the Tab key; arrow keys, Home and End move
 * within it, as assistive technology expects of `role=toolbar`. On a phone it
 * is one line, and its last button shows all tools at once.
 */
export function Toolbar({ label = "Formatting", controls, tools }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const small = useMediaQuery(SMALL, false, { getInitialValueInEffect: false });
  const [all, setAll] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of the screen decides which buttons there are
  useEffect(() => {
    const buttons = toolsOf(ref.current);
    buttons.forEach((button, index) => {
      button.tabIndex = index === 0 ? 0 : -1;
    });
  }, [small]);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const buttons = toolsOf(ref.current);
    const current = buttons.indexOf(event.target as HTMLElement);
    if (current === -1) return;
    const next = nextIndex(event.key, current, buttons.length);
    if (next === null) return;
    event.preventDefault();
    buttons[next]?.focus();
  };

  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label={label}
      aria-controls={controls}
      className="toolbar"
      data-tools={small ? (all ? "all" : "line") : undefined}
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const buttons = toolsOf(ref.current);
        if (!buttons.some((button) => button === event.target)) return;
        for (const button of buttons) button.tabIndex = button === event.target ? 0 : -1;
      }}
    >
      {tools.map((group) => (
        <div className="tool-group" key={group.map((feature) => feature.name).join()}>
          {group.map(({ name, Tool }) => (
            <Fragment key={name}>{Tool && <Tool />}</Fragment>
          ))}
        </div>
      ))}
      {small && (
        <div className="tool-more">
          <ToolButton name="More tools" aria-expanded={all} onClick={() => setAll((was) => !was)}>
            <IconDots size={20} stroke={2} />
          </ToolButton>
        </div>
      )}
    </div>
  );
}

function toolsOf(toolbar: HTMLElement | null): HTMLElement[] {
  return [...(toolbar?.querySelectorAll<HTMLElement>("button.tool") ?? [])];
}

function nextIndex(key: string, current: number, count: number): number | null {
  if (key === "ArrowRight") return (current + 1) % count;
  if (key === "ArrowLeft") return (current - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}
