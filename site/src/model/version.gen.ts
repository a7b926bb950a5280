// Written by scripts/content-model.mjs; make generate writes it anew.
export const CONTENT_MODEL = "6a164e3d3da4178a";
