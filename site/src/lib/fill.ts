import type { ReactNode } from "react";

/** Splits a text at its placeholders: "Page {page} of {pages}" is "Page ", "page", " of ", "pages", "". */
const split = (text: string) => text.split(/\{(\w+)\}/);

/** The text with a value in the place of each placeholder, such as {page}; one without a value stays as it is. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  filled(text, values).join("");

/** The same for values that are elements. */
export const filled = (text: string, values: Readonly<Record<string, ReactNode>>): ReactNode[] =>
  split(text).map((piece, i) => (i % 2 === 0 ? piece : Object.hasOwn(values, piece) ? values[piece] : `{${piece}}`));
