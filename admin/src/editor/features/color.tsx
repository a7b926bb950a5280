import { IconTextColor } from "@tabler/icons-react";
import { colorFeature } from "./colorTool";

export const color = colorFeature({
  name: "Color",
  property: "color",
  Icon: IconTextColor,
});
