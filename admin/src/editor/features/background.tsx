import { IconHighlight } from "@tabler/icons-react";
import { colorFeature } from "./colorTool";

export const background = colorFeature({
  name: "Background",
  property: "background-color",
  swatches: ["#ffe08a", "#ffd0a6", "#ffc2b8", "#f6c4de", "#d9ccf5", "#c3d8fb", "#bfe8ea", "#cdebc0"],
  Icon: IconHighlight,
});
