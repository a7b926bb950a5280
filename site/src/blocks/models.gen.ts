// Written by scripts/content-model.mjs; make generate writes it anew.
import block0 from "./plain/model";
import block1 from "./why-choose/model";

export const models = {
  "plain": block0,
  "why-choose": block1,
};
