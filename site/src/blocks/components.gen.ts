// Written by scripts/content-model.mjs; make generate writes it anew.
import block0 from "./call-to-action/Component";
import block1 from "./cards/Component";
import block2 from "./contact/Component";
import block3 from "./differentiators/Component";
import block4 from "./download/Component";
import block5 from "./enrolment/Component";
import block6 from "./guiding-principles/Component";
import block7 from "./hero/Component";
import block8 from "./latest-articles/Component";
import block9 from "./learning-paths/Component";
import block10 from "./mentorship-process/Component";
import block11 from "./mission-vision/Component";
import block12 from "./ncert-poster/Component";
import block13 from "./ncert-showcase/Component";
import block14 from "./notice/Component";
import block15 from "./numbers/Component";
import block16 from "./page-head/Component";
import block17 from "./picture/Component";
import block18 from "./picture-text/Component";
import block19 from "./plain/Component";
import block20 from "./psi-promo/Component";
import block21 from "./questions/Component";
import block22 from "./quick-access/Component";
import block23 from "./steps/Component";
import block24 from "./table/Component";
import block25 from "./text/Component";
import block26 from "./video/Component";
import block27 from "./why-choose/Component";

export const components = {
  "call-to-action": block0,
  "cards": block1,
  "contact": block2,
  "differentiators": block3,
  "download": block4,
  "enrolment": block5,
  "guiding-principles": block6,
  "hero": block7,
  "latest-articles": block8,
  "learning-paths": block9,
  "mentorship-process": block10,
  "mission-vision": block11,
  "ncert-poster": block12,
  "ncert-showcase": block13,
  "notice": block14,
  "numbers": block15,
  "page-head": block16,
  "picture": block17,
  "picture-text": block18,
  "plain": block19,
  "psi-promo": block20,
  "questions": block21,
  "quick-access": block22,
  "steps": block23,
  "table": block24,
  "text": block25,
  "video": block26,
  "why-choose": block27,
};
