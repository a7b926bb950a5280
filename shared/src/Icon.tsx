import { type IconName, paths } from "./icons";

interface Look {
  size?: number;
  /** Drawn with a finer line, where it is large. */
  fine?: boolean;
}

/** Decoration: the words beside it carry the meaning. */
export function Drawing({ path, size = 24, fine }: { path: string } & Look) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" className={fine ? "icon fine" : "icon"} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** One of the drawings that content can ask for, too. */
export const Icon = ({ name, ...look }: { name: IconName } & Look) => <Drawing path={paths[name]} {...look} />;
