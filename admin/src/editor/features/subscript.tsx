import { IconSubscript } from "@tabler/icons-react";
import { SHORTCUTS } from "@/ui/shortcuts";
import { textFormatFeature } from "./textFormat";

export const subscript = textFormatFeature({
  name: "Subscript",
  format: "subscript",
  tag: "sub",
  tags: ["SUB"],
  fromStyle: ({ verticalAlign }) => (verticalAlign === "sub" ? true : null),
  Icon: IconSubscript,
  shortcut: SHORTCUTS.Editor.Subscript,
});
