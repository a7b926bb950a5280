// Written by scripts/content-model.mjs; make generate writes it anew.
export const CONTENT_MODEL = "76dd5952e942779b";
