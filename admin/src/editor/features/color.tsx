import { IconTextColor } from "@tabler/icons-react";
import { colorFeature } from "./colorTool";

/** Middle tones, so that coloured words stay readable on both the light and the dark page. */
export const color = colorFeature({
  name: "Color",
  property: "color",
  swatches: ["#b4472e", "#b26200", "#5f7f1e", "#2d8060", "#1f7fa3", "#4f6fc4", "#8a5cc0", "#b84a80"],
  Icon: IconTextColor,
});
