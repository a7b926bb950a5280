import type { ReactNode } from "react";

/** The parts of a text with elements in the place of what stands in its braces. Braces around other names stay. */
export const filled = (text: string, values: Readonly<Record<string, ReactNode>>): ReactNode[] =>
  text
    .split(/\{(\w+)\}/)
    .map((part, i) => (i % 2 === 0 ? part : Object.hasOwn(values, part) ? values[part] : `{${part}}`));
