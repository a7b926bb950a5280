// Written by scripts/content-model.mjs; make generate writes it anew.
import block0 from "./plain/Component";
import block1 from "./why-choose/Component";

export const components = {
  "plain": block0,
  "why-choose": block1,
};
