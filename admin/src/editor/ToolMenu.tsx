import { Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { CSSProperties, ReactNode } from "react";
import { PORTAL } from "./portal";
import { ToolButton } from "./ToolButton";

export interface Choice {
  value: string;
  label: string;
  /** Shows the choice in its own look. */
  style?: CSSProperties;
  hint?: string;
}

interface Props {
  name: string;
  value: string;
  choices: readonly Choice[];
  onChoose: (value: string) => void;
  children: ReactNode;
}

/** A toolbar button that opens a list of which exactly one applies. */
export function ToolMenu({ name, value, choices, onChoose, children }: Props) {
  return (
    <Menu portalProps={PORTAL} position="bottom-start" returnFocus={false} loop>
      <Menu.Target>
        <ToolButton name={name} popup="menu" active={value !== choices[0]?.value}>
          {children}
          <IconChevronDown size={10} stroke={2.5} className="tool-chevron" />
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={value} onChange={onChoose}>
          {choices.map((choice) => (
            <Menu.RadioItem
              key={choice.value}
              value={choice.value}
              closeMenuOnClick
              rightSection={choice.hint ? <kbd className="hint">{choice.hint}</kbd> : undefined}
            >
              <span style={choice.style}>{choice.label}</span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
