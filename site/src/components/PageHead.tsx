import type { CSSProperties, ReactNode } from "react";
import terrain from "@/art/terrain.svg";
import styles from "./page-head.module.css";

/** Pieces of the hero's map; every page stands somewhere else on it. */
const places = {
  summit: "900 60 640 480",
  valley: "640 380 640 480",
  ridge: "300 60 640 480",
  plain: "80 460 640 480",
  east: "960 480 640 480",
} as const;

interface Props {
  title: ReactNode;
  lead?: ReactNode;
  /** The programme's colour, as "var(--hue-psi)". */
  hue?: string;
  place?: keyof typeof places;
  /** Stands beside the words on wide screens, above them never. */
  picture?: ReactNode;
  /** The rank of the title as a heading. */
  level?: 1 | 2;
  children?: ReactNode;
}

/** The first stretch of a page: where it stands on the map, its title, and what to do first. */
export function PageHead({
  title,
  lead,
  hue = "var(--contour)",
  place = "ridge",
  picture,
  level = 1,
  children,
}: Props) {
  const Title = `h${level}` as const;
  return (
    <div className={`stretch page-head ${styles.head}`} style={{ "--hue": hue } as CSSProperties}>
      <div className={styles.map}>
        <svg viewBox={places[place]} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
          <use href={`${terrain.src}#t`} />
        </svg>
      </div>
      <div className={picture ? styles.pair : undefined}>
        <div>
          {title && <Title className="milestone">{title}</Title>}
          {lead && <p className="lead">{lead}</p>}
          {children}
        </div>
        {picture}
      </div>
    </div>
  );
}
