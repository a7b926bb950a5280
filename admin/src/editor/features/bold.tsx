import { IconBold } from "@tabler/icons-react";
import { textFormatFeature } from "./textFormat";

export const bold = textFormatFeature({
  name: "Bold",
  format: "bold",
  tag: "strong",
  tags: ["STRONG", "B"],
  fromStyle: ({ fontWeight }) => (fontWeight === "" ? null : /^(bold|bolder|[6-9]00)$/.test(fontWeight)),
  Icon: IconBold,
  shortcut: "mod+B",
});
