import terrain from "@/art/terrain.svg";
import { LAKE, MAP_HEIGHT, MAP_WIDTH, MILESTONES, RIVER, TRAIL } from "@/art/trail";
import styles from "./hero.module.css";

const names = [
  { text: "NCERT, classes 6 to 12", dx: 30, dy: 38, anchor: "start" },
  { text: "Tests on Sundays", dx: 32, dy: 44, anchor: "start" },
  { text: "Mentorship, 8 months", dx: 4, dy: 62, anchor: "start" },
  { text: "The exam", dx: 62, dy: -24, anchor: "start" },
] as const;

const frame = { viewBox: `0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`, preserveAspectRatio: "xMinYMax slice" };

/**
 * The hero's picture: the way from the first book to the exam, as a walker's map. Decoration.
 * The terrain has a picture of its own, so that it is painted once and not with every step of the trail.
 */
export function TrailMap() {
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
          const name = names[i];
          if (!name) return null;
          const last = i === MILESTONES.length - 1;
          return (
            <g
              key={name.text}
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
              <text x={name.dx} y={name.dy} textAnchor={name.anchor} className={styles.name}>
                {name.text}
              </text>
            </g>
          );
        })}
      </svg>
    </>
  );
}

/** North, and a scale in months: 3 of foundation, 3 of consolidation, 2 of prelims preparation. */
export function Scale() {
  return (
    <svg className={styles.scale} viewBox="0 0 360 44" width="360" height="44" aria-hidden="true">
      <path d="M12 40V8l-7 12M12 8l7 12" className={styles.needle} />
      <path d="M50 30h90v6H50z" className={styles.bar} />
      <path d="M140 30h90v6h-90z" className={styles.gap} />
      <path d="M230 30h60v6h-60z" className={styles.bar} />
      <text x="50" y="22">
        0
      </text>
      <text x="140" y="22" textAnchor="middle">
        3
      </text>
      <text x="230" y="22" textAnchor="middle">
        6
      </text>
      <text x="290" y="22" textAnchor="middle">
        8
      </text>
      <text x="304" y="37">
        months
      </text>
    </svg>
  );
}
