// Written by scripts/content-model.mjs; make generate writes it anew.
import page0 from "../app/about-us/model";
import page1 from "../app/layout.model";

export const pages = [
  { model: page0, route: "/about-us" },
  { model: page1 },
];
