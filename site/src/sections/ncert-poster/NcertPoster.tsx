import { ButtonLink } from "@/components/ButtonLink";
import { copiesOf } from "@/lib/picture";
import { Heading, Stretch } from "../Stretch";
import { sentences } from "../sentences";
import type { Texts } from "../texts";
import styles from "./ncert-poster.module.css";

const classes = [6, 7, 8, 9, 10, 11, 12];

/** What hangs there when no poster is managed: seven stones, one line. */
function BuiltInPoster() {
  return (
    <svg viewBox="0 0 400 500" className={styles.art} aria-hidden="true">
      <path
        d="M-10 462h190c80 0 150-8 150-42s-60-40-150-40-170-6-170-44 70-42 160-42 150-8 150-46-60-42-140-42-130-10-130-44 50-40 110-40 80-14 80-40-20-32-42-40"
        className={styles.artCasing}
      />
      <path
        d="M-10 462h190c80 0 150-8 150-42s-60-40-150-40-170-6-170-44 70-42 160-42 150-8 150-46-60-42-140-42-130-10-130-44 50-40 110-40 80-14 80-40-20-32-42-40"
        className={styles.artPath}
      />
      {[
        [90, 452],
        [300, 412],
        [180, 372],
        [60, 330],
        [190, 288],
        [300, 246],
        [170, 118],
      ].map(([x, y], i) => (
        <g key={classes[i]} transform={`translate(${x} ${y})`}>
          <path d="M-17 0v-30a17 17 0 0 1 34 0V0z" className={styles.artStone} />
          <path d="M-15-30a15 15 0 0 1 30 0z" className={styles.artCap} />
          <text y="-9" textAnchor="middle" className={styles.artNumber}>
            {classes[i]}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The loud stretch: marigold ground, one poster. */
export function NcertPoster({ texts }: { texts: Texts<"ncert-poster"> }) {
  return (
    <Stretch type="ncert-poster" className={styles.stretch}>
      <div className={`milestone ${styles.layout}`}>
        <div className={styles.poster}>
          {texts.poster_url ? (
            <img
              src={texts.poster_url}
              {...copiesOf(texts.poster_url, "(min-width: 900px) 30rem, 88vw")}
              alt=""
              width="1200"
              height="1500"
              loading="lazy"
              decoding="async"
            />
          ) : (
            <BuiltInPoster />
          )}
        </div>
        <div className={styles.words}>
          <Heading type="ncert-poster" milestone={false}>
            {sentences(texts.heading).map((sentence) => (
              <span key={sentence}>{sentence} </span>
            ))}
          </Heading>
          <p>{texts.description}</p>
          <div className="actions">
            <ButtonLink href={texts.cta_link} tone="ink">
              {texts.cta_text}
            </ButtonLink>
          </div>
        </div>
      </div>
    </Stretch>
  );
}
