// Written by scripts/content-model.mjs; make generate writes it anew.
import block0 from "./differentiators/Component";
import block1 from "./guiding-principles/Component";
import block2 from "./hero/Component";
import block3 from "./learning-paths/Component";
import block4 from "./mentorship-process/Component";
import block5 from "./mission-vision/Component";
import block6 from "./ncert-poster/Component";
import block7 from "./ncert-showcase/Component";
import block8 from "./plain/Component";
import block9 from "./psi-promo/Component";
import block10 from "./quick-access/Component";
import block11 from "./why-choose/Component";

export const components = {
  "differentiators": block0,
  "guiding-principles": block1,
  "hero": block2,
  "learning-paths": block3,
  "mentorship-process": block4,
  "mission-vision": block5,
  "ncert-poster": block6,
  "ncert-showcase": block7,
  "plain": block8,
  "psi-promo": block9,
  "quick-access": block10,
  "why-choose": block11,
};
