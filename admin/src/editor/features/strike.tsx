import { IconStrikethrough } from "@tabler/icons-react";
import { SHORTCUTS } from "@/ui/shortcuts";
import { textFormatFeature } from "./textFormat";

export const strike = textFormatFeature({
  name: "Strike",
  format: "strikethrough",
  tag: "s",
  tags: ["S", "STRIKE", "DEL"],
  fromStyle: ({ textDecoration }) => (textDecoration.includes("line-through") ? true : null),
  Icon: IconStrikethrough,
  shortcut: SHORTCUTS.Editor.Strike,
});
