import { Icon } from "@academy/shared/Icon";
import { iconName } from "@academy/shared/icons";
import type { CSSProperties } from "react";
import { Fold } from "@/components/Fold";
import { Heading, Stretch } from "@/components/Stretch";
import { fill } from "@/lib/fill";
import type { BlockProps } from "@/model/define";
import styles from "./differentiators.module.css";
import type model from "./model";

/** Five habits as five steps up. */
export default function Differentiators({ id, values, inputs: { managed } }: BlockProps<typeof model>) {
  const steps = managed.length ? managed : values.steps;
  return (
    <Stretch id={id} heading={values.heading}>
      <div>
        <Heading id={id} text={values.heading} />
        {values.description && <p className={`lead ${styles.intro}`}>{values.description}</p>}
        {steps.length > 0 && (
          <ol className={styles.steps} style={{ "--count": steps.length } as CSSProperties}>
            {steps.map((step, i) => (
              <li key={i} style={{ "--down": steps.length - 1 - i } as CSSProperties}>
                <Icon name={iconName(step.icon)} size={32} fine />
                {step.title && <h3>{step.title}</h3>}
                {step.description && (
                  <Fold row label={<span className="visually-hidden">{fill(values.more_label, step)}</span>}>
                    <p>{step.description}</p>
                  </Fold>
                )}
              </li>
            ))}
          </ol>
        )}
      </div>
    </Stretch>
  );
}
