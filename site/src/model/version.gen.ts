// Written by scripts/content-model.mjs; make generate writes it anew.
export const CONTENT_MODEL = "4b8a9fc447ea23df";
