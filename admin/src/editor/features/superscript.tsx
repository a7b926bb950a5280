import { IconSuperscript } from "@tabler/icons-react";
import { textFormatFeature } from "./textFormat";

export const superscript = textFormatFeature({
  name: "Superscript",
  format: "superscript",
  tag: "sup",
  tags: ["SUP"],
  fromStyle: ({ verticalAlign }) => (verticalAlign === "super" ? true : null),
  Icon: IconSuperscript,
  shortcut: "mod+.",
});
