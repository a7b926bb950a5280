import type { components } from "./api/schema.gen";

type Limits = components["schemas"]["Limits"];

// The types come from the API's description: a number or a list that differs from the server's is an error.

/** The characters of a formula's source. */
export const MAX_FORMULA: Limits["formula"] = 2000;
/** The columns and rows of a table, and how many of them a cell spans. */
export const MAX_COLUMNS: Limits["columns"] = 30;
export const MAX_ROWS: Limits["rows"] = 500;
export const MAX_SPAN: Limits["span"] = 20;
/** The characters of a picture's description. */
export const MAX_ALT: Limits["alt"] = 500;
/** The bytes of a file that visitors can save. */
export const MAX_FILE_BYTES: Limits["file_bytes"] = 20_971_520;

/** The names of the kinds of files that visitors can save, by the end of their names. */
export const FILE_TYPES: Readonly<Record<Limits["file_type"], string>> = {
  pdf: "PDF",
  docx: "Word",
  xlsx: "Excel",
  pptx: "PowerPoint",
  zip: "ZIP",
  txt: "text",
  csv: "CSV",
};

/** The files that visitors can save, as the attribute `accept` of a field. */
export const FILE_ENDINGS = Object.keys(FILE_TYPES)
  .map((ending) => `.${ending}`)
  .join(",");
