import { type IconName, paths } from "./icons";

interface Props {
  name: IconName;
  size?: number;
  /** Drawn with a finer line, where it is large. */
  fine?: boolean;
}

/** Decoration: the words beside it carry the meaning. */
export function Icon({ name, size = 24, fine }: Props) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" className={fine ? "icon fine" : "icon"} aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
