// Written by scripts/content-model.mjs; make generate writes it anew.
export const CONTENT_MODEL = "c19355a2c1d86161";
