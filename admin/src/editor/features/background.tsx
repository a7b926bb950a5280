import { IconHighlight } from "@tabler/icons-react";
import { colorFeature } from "./colorTool";

export const background = colorFeature({
  name: "Background",
  property: "background-color",
  Icon: IconHighlight,
});
