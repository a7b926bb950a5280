import { type IconName, paths } from "./icons";

interface Look {
  size?: number;
  /** Whether it is drawn with a finer line, for large icons. */
  fine?: boolean;
}

/** A decorative icon: the text beside it has the meaning. */
export function Drawing({ path, size = 24, fine }: { path: string } & Look) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" className={fine ? "icon fine" : "icon"} aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** An icon that content can name, too. */
export const Icon = ({ name, ...look }: { name: IconName } & Look) => <Drawing path={paths[name]} {...look} />;
