import { Icon } from "@academy/shared/Icon";
import { iconName } from "@academy/shared/icons";
import type { CSSProperties } from "react";
import { ButtonLink } from "@/components/ButtonLink";
import { Fold } from "@/components/Fold";
import { Heading, Stretch } from "@/components/Stretch";
import type { BlockProps } from "@/model/define";
import { hueOf } from "./hue";
import styles from "./learning-paths.module.css";
import type model from "./model";
import { UpcomingButton } from "./UpcomingButton";

// Ridge lines; each card walks another one.
const ridges = [
  "M0 66C40 62 60 40 100 44s60 22 100 14 60-40 104-42 60 24 96 20",
  "M0 58C50 60 70 24 120 26s50 30 96 30 70-46 110-44 40 20 74 16",
  "M0 68C60 66 80 50 130 50s60 12 96-6 60-30 100-28 40 8 74-6",
  "M0 50C30 40 60 62 110 60s60-40 110-40 60 30 100 28 50-24 80-30",
  "M0 62C40 44 70 56 110 40s70 10 110 0 50-30 90-22 50 20 90 8",
];

type Props = BlockProps<typeof model>;

interface CardProps {
  id: string;
  path: Props["inputs"]["managed"][number];
  ridge: string;
  values: Props["values"];
}

function Card({ id, path, ridge, values }: CardProps) {
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
      {path.is_upcoming && values.ribbon_text && <span className={styles.ribbon}>{values.ribbon_text}</span>}
      <div className={styles.body}>
        {path.title && (
          <h3>
            <Icon name={iconName(path.icon)} size={26} />
            {path.title}
          </h3>
        )}
        {path.description && <p className={styles.description}>{path.description}</p>}
        <Fold
          label={
            <span>
              {values.more_label}
              <span className="visually-hidden">: {path.title}</span>
            </span>
          }
        >
          {path.details && <p className={styles.details}>{path.details}</p>}
          {path.features.length > 0 && (
            <ul>
              {path.features.map(({ text }, i) => (
                <li key={i}>{text}</li>
              ))}
            </ul>
          )}
        </Fold>
        <div className={styles.foot}>
          {path.is_upcoming ? (
            <UpcomingButton
              id={id}
              program={path.title}
              texts={{ button: values.upcoming_text, notice: values.upcoming_notice, ok: values.ok_text }}
            />
          ) : (
            <ButtonLink href={path.link} tone="text">
              {values.explore_text} <span className="visually-hidden">{path.title}</span>
            </ButtonLink>
          )}
        </div>
      </div>
    </li>
  );
}

/** The programmes, each with its own ridge to walk; a route that is not open yet is dashed. */
export default function LearningPaths({ id, values, inputs: { managed } }: Props) {
  const paths = managed.length ? managed : values.paths;
  return (
    <Stretch id={id} heading={values.heading} className="sunk">
      <div>
        <div className={styles.intro}>
          <Heading id={id} text={values.heading} />
          {values.description && <p className="lead">{values.description}</p>}
        </div>
        {paths.length > 0 && (
          <ul className={styles.cards} data-thirds={paths.length % 3 === 2 || undefined}>
            {paths.map((path, i) => (
              <Card key={i} id={`${id}_${i}`} path={path} ridge={ridges[i % ridges.length] as string} values={values} />
            ))}
          </ul>
        )}
      </div>
    </Stretch>
  );
}
