import terrain from "@/art/terrain.svg";
import { LAKE, MAP_HEIGHT, MAP_WIDTH, MILESTONES, RIVER, TRAIL } from "@/art/trail";
import styles from "./hero.module.css";

// The position of each name beside its milestone.
const places = [
  { dx: 30, dy: 38 },
  { dx: 32, dy: 44 },
  { dx: 4, dy: 62 },
  { dx: 62, dy: -24 },
];

const frame = { viewBox: `0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`, preserveAspectRatio: "xMinYMax slice" };

/**
 * The hero's picture: the way from the first book to the exam, as a walker's map. Decoration.
 * The terrain has a picture of its own, so that it is painted once and not with every step of the trail.
 */
export function TrailMap({ stops }: { stops: string[] }) {
  return (
    <>
      <svg className={`${styles.map} ${styles.terrain}`} aria-hidden="true" {...frame}>
        <use href={`${terrain.src}#t`} />
        <path d={LAKE} className={styles.lake} />
        <path d={RIVER} className={styles.river} />
      </svg>
      <svg className={styles.map} aria-hidden="true" {...frame}>
        <path d={TRAIL} className={styles.casing} pathLength={1} />
        <path d={TRAIL} className={styles.trail} pathLength={1} />
        {MILESTONES.map(([x, y], i) => {
          const place = places[i];
          if (!place) return null;
          const last = i === MILESTONES.length - 1;
          return (
            <g
              key={`${x} ${y}`}
              transform={`translate(${x} ${y})`}
              className={styles.stop}
              style={{ animationDelay: `${300 + i * 280}ms` }}
            >
              {last ? (
                <path d="M0 6v-62m2 0c14-8 22 8 40 0v26c-18 8-26-8-40 0" className={styles.flag} />
              ) : (
                <path d="M-15 10v-24a15 15 0 0 1 30 0v24z" className={styles.stone} />
              )}
              {!last && <path d="M-13.5-14a13.5 13.5 0 0 1 27 0z" className={styles.cap} />}
              <text x={place.dx} y={place.dy} className={styles.name}>
                {stops[i]}
              </text>
            </g>
          );
        })}
      </svg>
    </>
  );
}

// The scale's bars, between the needle and the unit.
const LEFT = 50;
const WIDTH = 240;

/** North, and a scale of the stages, one bar for each as long as it takes. */
export function Scale({ stages, unit }: { stages: number[]; unit: string }) {
  const marks = [0, ...stages].map((_, i) => stages.slice(0, i).reduce((sum, length) => sum + length, 0));
  const whole = marks.at(-1) || 1;
  const at = (mark: number) => LEFT + (WIDTH * mark) / whole;
  return (
    <svg className={styles.scale} viewBox="0 0 360 44" width="360" height="44" aria-hidden="true">
      <path d="M12 40V8l-7 12M12 8l7 12" className={styles.needle} />
      {stages.length > 0 && (
        <>
          {stages.map((length, i) => (
            <path
              key={i}
              d={`M${at(marks[i] ?? 0)} 30h${(WIDTH * length) / whole}v6h-${(WIDTH * length) / whole}z`}
              className={i % 2 ? styles.gap : styles.bar}
            />
          ))}
          {marks.map((mark, i) => (
            <text key={i} x={at(mark)} y="22" textAnchor={i ? "middle" : undefined}>
              {mark}
            </text>
          ))}
          <text x={LEFT + WIDTH + 14} y="37">
            {unit}
          </text>
        </>
      )}
    </svg>
  );
}
