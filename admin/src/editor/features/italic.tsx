import { IconItalic } from "@tabler/icons-react";
import { SHORTCUTS } from "@/ui/shortcuts";
import { textFormatFeature } from "./textFormat";

export const italic = textFormatFeature({
  name: "Italic",
  format: "italic",
  tag: "em",
  tags: ["EM", "I"],
  fromStyle: ({ fontStyle }) => (fontStyle === "" ? null : fontStyle === "italic"),
  Icon: IconItalic,
  shortcut: SHORTCUTS.Editor.Italic,
});
