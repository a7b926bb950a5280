import { IconUnderline } from "@tabler/icons-react";
import { SHORTCUTS } from "@/ui/shortcuts";
import { textFormatFeature } from "./textFormat";

export const underline = textFormatFeature({
  name: "Underline",
  format: "underline",
  tag: "u",
  tags: ["U", "INS"],
  fromStyle: ({ textDecoration }) => (textDecoration.includes("underline") ? true : null),
  Icon: IconUnderline,
  shortcut: SHORTCUTS.Editor.Underline,
});
