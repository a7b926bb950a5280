import { ButtonLink } from "@/components/ButtonLink";
import { Heading, Stretch } from "@/components/Stretch";
import { copiesOf, focusOf } from "@/lib/picture";
import { sentences } from "@/lib/sentences";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./ncert-poster.module.css";

// The positions of the stones on the line.
const places = [
  [90, 452],
  [300, 412],
  [180, 372],
  [60, 330],
  [190, 288],
  [300, 246],
  [170, 118],
];

/** The poster while no picture is chosen: seven stones on one line. */
function BuiltInPoster({ stones }: { stones: string[] }) {
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
      {places.slice(0, stones.length).map(([x, y], i) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <path d="M-17 0v-30a17 17 0 0 1 34 0V0z" className={styles.artStone} />
          <path d="M-15-30a15 15 0 0 1 30 0z" className={styles.artCap} />
          <text y="-9" textAnchor="middle" className={styles.artNumber}>
            {stones[i]}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The loud stretch: marigold ground, one poster. */
export default function NcertPoster({ id, values }: BlockProps<typeof model>) {
  const { heading, description, poster_url: poster } = values;
  return (
    <Stretch id={id} heading={heading} className={styles.stretch}>
      <div className={`milestone ${styles.layout}`}>
        <div className={styles.poster}>
          {poster ? (
            <img
              src={poster.url}
              {...copiesOf(poster.url, "(min-width: 900px) 30rem, 88vw")}
              alt={poster.alt}
              style={focusOf(poster.focus)}
              width="1200"
              height="1500"
              loading="lazy"
              decoding="async"
            />
          ) : (
            <BuiltInPoster stones={values.stones.map((stone) => stone.text)} />
          )}
        </div>
        <div className={styles.words}>
          <Heading id={id} text={heading} className="">
            {sentences(heading).map((sentence, i) => (
              <span key={i}>{sentence} </span>
            ))}
          </Heading>
          {description && <p>{description}</p>}
          <div className="actions">
            <ButtonLink href={values.cta_link} tone="ink">
              {values.cta_text}
            </ButtonLink>
          </div>
        </div>
      </div>
    </Stretch>
  );
}
