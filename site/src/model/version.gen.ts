// Written by scripts/content-model.mjs; make generate writes it anew.
export const CONTENT_MODEL = "abd7738b9a346df1";
