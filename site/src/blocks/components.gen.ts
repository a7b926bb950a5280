// Written by scripts/content-model.mjs; make generate writes it anew.
import block0 from "./call-to-action/Component";
import block1 from "./cards/Component";
import block2 from "./contact/Component";
import block3 from "./download/Component";
import block4 from "./enrolment/Component";
import block5 from "./latest-articles/Component";
import block6 from "./notice/Component";
import block7 from "./numbers/Component";
import block8 from "./page-head/Component";
import block9 from "./picture/Component";
import block10 from "./picture-text/Component";
import block11 from "./plain/Component";
import block12 from "./questions/Component";
import block13 from "./steps/Component";
import block14 from "./table/Component";
import block15 from "./text/Component";
import block16 from "./video/Component";
import block17 from "./why-choose/Component";

export const components = {
  "call-to-action": block0,
  "cards": block1,
  "contact": block2,
  "download": block3,
  "enrolment": block4,
  "latest-articles": block5,
  "notice": block6,
  "numbers": block7,
  "page-head": block8,
  "picture": block9,
  "picture-text": block10,
  "plain": block11,
  "questions": block12,
  "steps": block13,
  "table": block14,
  "text": block15,
  "video": block16,
  "why-choose": block17,
};
