// Written by scripts/content-model.mjs; make generate writes it anew.
export const CONTENT_MODEL = "a55859f932f3cb97";
