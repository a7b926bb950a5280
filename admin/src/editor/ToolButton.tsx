import { Tooltip, UnstyledButton } from "@mantine/core";
import type { ReactNode, Ref } from "react";
import { shortcutLabel } from "@/ui/shortcuts";

interface Props {
  /** The accessible name, and what the tooltip says. */
  name: string;
  children: ReactNode;
  /** Pressed state; leave out for buttons that do not toggle. */
  active?: boolean;
  /** For example `mod+B`; shown in the tooltip and told to assistive technology. */
  shortcut?: string;
  onClick?: () => void;
  /** Set on buttons that open a menu or a panel. */
  popup?: "menu" | "dialog";
  ref?: Ref<HTMLButtonElement>;
  /** Whether what it opens is open; a menu or panel sets it. */
  "aria-expanded"?: boolean;
}

/**
 * A button of the toolbar. It never takes the focus from the text on a mouse
 * click, so the selection stays where the writer put it.
 */
export function ToolButton({ name, children, active, shortcut, onClick, popup, ...rest }: Props) {
  const label = shortcut ? `${name} · ${shortcutLabel(shortcut)}` : name;
  return (
    <Tooltip
      disabled={rest["aria-expanded"]}
      label={label}
      openDelay={500}
      withArrow={false}
      events={{ hover: true, focus: true, touch: false }}
    >
      <UnstyledButton
        {...rest}
        className="tool"
        type="button"
        aria-label={name}
        aria-pressed={popup ? undefined : active}
        aria-haspopup={popup}
        aria-keyshortcuts={shortcut?.replace("mod", "Control")}
        data-active={active || undefined}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        {children}
      </UnstyledButton>
    </Tooltip>
  );
}
