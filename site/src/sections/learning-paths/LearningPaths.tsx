import type { CSSProperties } from "react";
import { ButtonLink } from "@/components/ButtonLink";
import { Fold } from "@/components/Fold";
import { Icon } from "@/components/Icon";
import { iconName } from "@/components/icons";
import { Heading, Stretch } from "../Stretch";
import type { Texts } from "../texts";
import styles from "./learning-paths.module.css";
import { builtInPaths, hueOf, type Path } from "./paths";
import { UpcomingButton } from "./UpcomingButton";

// Ridge lines; each card walks another one.
const ridges = [
  "M0 66C40 62 60 40 100 44s60 22 100 14 60-40 104-42 60 24 96 20",
  "M0 58C50 60 70 24 120 26s50 30 96 30 70-46 110-44 40 20 74 16",
  "M0 68C60 66 80 50 130 50s60 12 96-6 60-30 100-28 40 8 74-6",
  "M0 50C30 40 60 62 110 60s60-40 110-40 60 30 100 28 50-24 80-30",
  "M0 62C40 44 70 56 110 40s70 10 110 0 50-30 90-22 50 20 90 8",
];

function Card({ path, index }: { path: Path; index: number }) {
  const ridge = ridges[index % ridges.length];
  return (
    <li
      className={styles.card}
      style={{ "--hue": hueOf(path.link) } as CSSProperties}
      data-upcoming={path.is_upcoming || undefined}
    >
      <svg viewBox="0 0 400 80" preserveAspectRatio="none" className={styles.ridge} aria-hidden="true">
        <path d={`${ridge}V80H0z`} className={styles.hill} />
        <path d={ridge} className={styles.route} />
      </svg>
      {path.is_upcoming && <span className={styles.ribbon}>UPCOMING</span>}
      <div className={styles.body}>
        <h3>
          <Icon name={iconName(path.icon)} size={26} />
          {path.title}
        </h3>
        <p className={styles.description}>{path.description}</p>
        <Fold
          label={
            <span>
              What is in it<span className="visually-hidden">: {path.title}</span>
            </span>
          }
        >
          <p className={styles.details}>{path.details}</p>
          <ul>
            {path.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </Fold>
        <div className={styles.foot}>
          {path.is_upcoming ? (
            <UpcomingButton program={path.title} />
          ) : (
            <ButtonLink href={path.link} tone="text">
              Explore <span className="visually-hidden">{path.title}</span>
            </ButtonLink>
          )}
        </div>
      </div>
    </li>
  );
}

/** The programmes, each with its own ridge to walk; a route that is not open yet is dashed. */
export function LearningPaths({ texts, programs }: { texts: Texts<"learning-paths">; programs: Path[] }) {
  const paths = programs.length ? programs : builtInPaths;
  return (
    <Stretch type="learning-paths" className="sunk">
      <div>
        <div className={styles.intro}>
          <Heading type="learning-paths">{texts.heading}</Heading>
          <p className="lead">{texts.description}</p>
        </div>
        <ul className={styles.cards} data-thirds={paths.length % 3 === 2 || undefined}>
          {paths.map((path, i) => (
            <Card key={path.id} path={path} index={i} />
          ))}
        </ul>
      </div>
    </Stretch>
  );
}
