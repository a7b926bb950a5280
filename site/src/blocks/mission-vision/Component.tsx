import { Heading, Stretch } from "@/components/Stretch";
import type { BlockProps } from "@/model/define";
import styles from "./mission-vision.module.css";
import type model from "./model";

/** Two facing pages. */
export default function MissionVision({ id, values }: BlockProps<typeof model>) {
  return (
    <Stretch id={id} heading={values.heading} className={styles.stretch}>
      <div className={`milestone ${styles.spread}`}>
        <Heading id={id} text={values.heading} className="visually-hidden" />
        {(["mission", "vision"] as const).map((side) => (
          <div key={side}>
            {values[`${side}_heading`] && <h3>{values[`${side}_heading`]}</h3>}
            {values[`${side}_text`] && <p>{values[`${side}_text`]}</p>}
          </div>
        ))}
      </div>
    </Stretch>
  );
}
