// Written by scripts/content-model.mjs; make generate writes it anew.
import block0 from "./call-to-action/model";
import block1 from "./cards/model";
import block2 from "./contact/model";
import block3 from "./download/model";
import block4 from "./enrolment/model";
import block5 from "./latest-articles/model";
import block6 from "./notice/model";
import block7 from "./numbers/model";
import block8 from "./page-head/model";
import block9 from "./picture/model";
import block10 from "./picture-text/model";
import block11 from "./plain/model";
import block12 from "./questions/model";
import block13 from "./steps/model";
import block14 from "./table/model";
import block15 from "./text/model";
import block16 from "./video/model";
import block17 from "./why-choose/model";

export const models = {
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
