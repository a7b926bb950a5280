import { IconSuperscript } from "@tabler/icons-react";
import { SHORTCUTS } from "@/ui/shortcuts";
import { textFormatFeature } from "./textFormat";

export const superscript = textFormatFeature({
  name: "Superscript",
  format: "superscript",
  tag: "sup",
  tags: ["SUP"],
  fromStyle: ({ verticalAlign }) => (verticalAlign === "super" ? true : null),
  Icon: IconSuperscript,
  shortcut: SHORTCUTS.Editor.Superscript,
});
