import { IconTextColor } from "@tabler/icons-react";
import { colorFeature } from "./colorTool";

/** Tones of one brightness, about 4:1 against both the light and the dark page: no colour does more on both. */
export const color = colorFeature({
  name: "Color",
  property: "color",
  swatches: ["#cf4b31", "#b5620f", "#688020", "#2d875a", "#1d80a5", "#4b73d2", "#8f62c3", "#c34c87"],
  Icon: IconTextColor,
});
