// Written by scripts/content-model.mjs; make generate writes it anew.
export const CONTENT_MODEL = "673ddf652895ee58";
