import { Button, Popover } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { PORTAL } from "./portal";

interface Props {
  name: string;
  opened: boolean;
  /** The node, as the text shows it. */
  target: ReactElement;
  children?: ReactNode;
  /** The buttons, the usual one last. */
  actions: readonly { label: string; run: () => void }[];
}

/** The actions of a node of its own, below it while it is selected. */
export function NodePanel({ name, opened, target, children, actions }: Props) {
  return (
    <Popover
      portalProps={PORTAL}
      opened={opened}
      position="bottom"
      shadow="md"
      returnFocus={false}
      closeOnClickOutside={false}
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={name} onMouseDown={(event) => event.stopPropagation()}>
        {children}
        <div className="popover-actions">
          {actions.map(({ label, run }, index) => (
            <Button
              key={label}
              size="xs"
              variant={index === actions.length - 1 ? "filled" : "default"}
              onMouseDown={(event) => event.preventDefault()}
              onClick={run}
            >
              {label}
            </Button>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
