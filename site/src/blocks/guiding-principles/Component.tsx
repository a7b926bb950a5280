import { Heading, Stretch } from "@/components/Stretch";
import type { BlockProps } from "@/model/define";
import styles from "./guiding-principles.module.css";
import type model from "./model";

/** Three sentences, set to be read. */
export default function GuidingPrinciples({ id, values }: BlockProps<typeof model>) {
  const principles = (["vision", "mission", "approach"] as const).filter((key) => values[key]);
  return (
    <Stretch id={id} heading={values.heading}>
      <div className={styles.layout}>
        <div>
          <Heading id={id} text={values.heading} />
          {values.description && <p className="lead">{values.description}</p>}
        </div>
        {principles.length > 0 && (
          <dl className={styles.principles}>
            {principles.map((key) => (
              <div key={key}>
                <dt>{values[`${key}_label`]}</dt>
                <dd>{values[key]}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </Stretch>
  );
}
