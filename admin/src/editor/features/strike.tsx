import { IconStrikethrough } from "@tabler/icons-react";
import { textFormatFeature } from "./textFormat";

export const strike = textFormatFeature({
  name: "Strike",
  format: "strikethrough",
  tag: "s",
  tags: ["S", "STRIKE", "DEL"],
  fromStyle: ({ textDecoration }) => (textDecoration.includes("line-through") ? true : null),
  Icon: IconStrikethrough,
  shortcut: "mod+shift+X",
});
