// Written by scripts/content-model.mjs; make generate writes it anew.
export const CONTENT_MODEL = "b1715ec5f39b081e";
