// Written by scripts/content-model.mjs; make generate writes it anew.
export const CONTENT_MODEL = "254fa530ef4a2a78";
