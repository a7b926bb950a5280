// Written by scripts/content-model.mjs; make generate writes it anew.
import block0 from "./call-to-action/model";
import block1 from "./cards/model";
import block2 from "./contact/model";
import block3 from "./differentiators/model";
import block4 from "./download/model";
import block5 from "./enrolment/model";
import block6 from "./guiding-principles/model";
import block7 from "./hero/model";
import block8 from "./latest-articles/model";
import block9 from "./learning-paths/model";
import block10 from "./mentorship-process/model";
import block11 from "./mission-vision/model";
import block12 from "./ncert-poster/model";
import block13 from "./ncert-showcase/model";
import block14 from "./notice/model";
import block15 from "./numbers/model";
import block16 from "./page-head/model";
import block17 from "./picture/model";
import block18 from "./picture-text/model";
import block19 from "./plain/model";
import block20 from "./psi-promo/model";
import block21 from "./questions/model";
import block22 from "./quick-access/model";
import block23 from "./steps/model";
import block24 from "./table/model";
import block25 from "./text/model";
import block26 from "./video/model";
import block27 from "./why-choose/model";

export const models = {
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
