// Written by scripts/content-model.mjs; make generate writes it anew.
import block0 from "./differentiators/model";
import block1 from "./guiding-principles/model";
import block2 from "./hero/model";
import block3 from "./learning-paths/model";
import block4 from "./mentorship-process/model";
import block5 from "./mission-vision/model";
import block6 from "./ncert-poster/model";
import block7 from "./ncert-showcase/model";
import block8 from "./plain/model";
import block9 from "./psi-promo/model";
import block10 from "./quick-access/model";
import block11 from "./why-choose/model";

export const models = {
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
