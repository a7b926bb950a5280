import { Heading, Stretch } from "../Stretch";
import type { Texts } from "../texts";
import styles from "./guiding-principles.module.css";

/** Three sentences, set to be read. */
export function GuidingPrinciples({ texts }: { texts: Texts<"guiding-principles"> }) {
  const principles = [
    ["Vision", texts.vision],
    ["Mission", texts.mission],
    ["Approach", texts.approach],
  ];
  return (
    <Stretch type="guiding-principles">
      <div className={styles.layout}>
        <div>
          <Heading type="guiding-principles">{texts.heading}</Heading>
          <p className="lead">{texts.description}</p>
        </div>
        <dl className={styles.principles}>
          {principles.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Stretch>
  );
}
