import type { SVGProps } from "react";
import { type IconName, paths } from "./icons";

type Size = { size?: number } & SVGProps<SVGSVGElement>;

/** Decoration: the words beside it carry the meaning. */
export function Drawing({ path, size = 24, ...rest }: { path: string } & Size) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      <path d={path} />
    </svg>
  );
}

/** One of the drawings that content can ask for, too. */
export const Icon = ({ name, ...rest }: { name: IconName } & Size) => <Drawing path={paths[name]} {...rest} />;
