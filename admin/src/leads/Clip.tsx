import type { ReactNode } from "react";

interface Props {
  /** The whole text, for the pointer. */
  text: string;
  /** How it is shown, when not as it is. */
  children?: ReactNode;
}

/** A text that may be too long for its column. */
export function Clip({ text, children = text }: Props) {
  return (
    <span className="clip" title={text}>
      {children}
    </span>
  );
}
