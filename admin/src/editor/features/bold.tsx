import { IconBold } from "@tabler/icons-react";
import { SHORTCUTS } from "@/ui/shortcuts";
import { textFormatFeature } from "./textFormat";

export const bold = textFormatFeature({
  name: "Bold",
  format: "bold",
  tag: "strong",
  tags: ["STRONG", "B"],
  fromStyle: ({ fontWeight }) => (fontWeight === "" ? null : /^bold/.test(fontWeight) || Number(fontWeight) >= 600),
  Icon: IconBold,
  shortcut: SHORTCUTS.Editor.Bold,
});
