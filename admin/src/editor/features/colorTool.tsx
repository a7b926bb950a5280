import { Button, ColorInput, Popover } from "@mantine/core";
import { type ComponentType, useState } from "react";
import { COLORS, type ColorProperty, canonicalColor, canonicalStyle, colorNames, parseCss } from "../closedList";
import type { EditorFeature } from "../feature";
import { PORTAL } from "../portal";
import { ToolButton } from "../ToolButton";
import { useInlineStyle } from "./inlineStyle";

interface ColorFeature {
  name: string;
  property: ColorProperty;
  Icon: ComponentType<{ size: number; stroke: number }>;
}

/** A feature that colours text: its letters or its ground. */
export function colorFeature({ name, property, Icon }: ColorFeature): EditorFeature {
  const { prefix } = COLORS[property];
  const names = colorNames(property);
  const isNamed = (value: string) => names.includes(value);
  const shown = (value: string) => (isNamed(value) ? `var(--${prefix}-${value})` : value || "transparent");

  function Tool() {
    const [value, setValue] = useInlineStyle(property);
    const [opened, setOpened] = useState(false);
    const [draft, setDraft] = useState("");
    const open = () => {
      setDraft(isNamed(value) ? "" : value);
      setOpened((was) => !was);
    };
    const choose = (color: string | null) => {
      setValue(color);
      setOpened(false);
    };
    return (
      <Popover portalProps={PORTAL} opened={opened} onChange={setOpened} trapFocus position="bottom-start">
        <Popover.Target>
          <ToolButton name={name} popup="dialog" active={value !== ""} onClick={open}>
            <Icon size={18} stroke={1.75} />
            <span className="tool-ink" style={{ background: shown(value) }} />
          </ToolButton>
        </Popover.Target>
        <Popover.Dropdown aria-label={name}>
          <div className="swatches">
            {names.map((color) => (
              <button
                key={color}
                type="button"
                className="swatch"
                aria-label={`${name} ${color}`}
                aria-pressed={value === color}
                style={{ background: shown(color) }}
                onClick={() => choose(color)}
              />
            ))}
          </div>
          <ColorInput
            label="Other colour"
            description="Adjusted where the text would be hard to read."
            name={property}
            size="sm"
            mt="sm"
            format="hex"
            value={draft}
            onChange={setDraft}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              if (canonicalColor(draft)) choose(canonicalColor(draft));
            }}
            withEyeDropper={false}
            popoverProps={{ withinPortal: false }}
          />
          <div className="popover-actions">
            <Button size="xs" variant="default" onClick={() => choose(null)}>
              No colour
            </Button>
            <Button size="xs" disabled={!canonicalColor(draft)} onClick={() => choose(canonicalColor(draft))}>
              Apply
            </Button>
          </div>
        </Popover.Dropdown>
      </Popover>
    );
  }

  return {
    name,
    Tool,
    $writeMarks: (text) => {
      const value = parseCss(text.getStyle())[property];
      if (!value) return [];
      return [
        isNamed(value)
          ? { tag: "span", classes: [`ql-${prefix}-${value}`] }
          : { tag: "span", styles: [`${property}: ${value}`] },
      ];
    },
    readMark: (element, around) => {
      const css = parseCss(element.getAttribute("style") ?? "");
      const stated = css[property] ?? (property === "background-color" ? css.background : undefined);
      const named = names.find((color) => element.classList.contains(`ql-${prefix}-${color}`));
      const value = named ?? (stated === undefined ? null : canonicalColor(stated));
      return value ? { ...around, style: canonicalStyle({ ...around.style, [property]: value }) } : around;
    },
  };
}
