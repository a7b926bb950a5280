// Written by scripts/content-model.mjs; make generate writes it anew.
export const CONTENT_MODEL = "ed234c3c7d219997";
