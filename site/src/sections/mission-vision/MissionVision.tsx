import { Stretch } from "../Stretch";
import type { Texts } from "../texts";
import styles from "./mission-vision.module.css";

/** Two facing pages. */
export function MissionVision({ texts }: { texts: Texts<"mission-vision"> }) {
  return (
    <Stretch type="mission-vision" className={styles.stretch}>
      <div className={`milestone ${styles.spread}`}>
        <h2 id="mission-vision-heading" className="visually-hidden">
          Our Mission and Vision
        </h2>
        <div>
          <h3>{texts.mission_heading}</h3>
          <p>{texts.mission_text}</p>
        </div>
        <div>
          <h3>{texts.vision_heading}</h3>
          <p>{texts.vision_text}</p>
        </div>
      </div>
    </Stretch>
  );
}
