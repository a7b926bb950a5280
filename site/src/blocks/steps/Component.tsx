import { BlockFrame } from "@/components/BlockFrame";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./steps.module.css";

export default function Steps({ id, h1, values: { heading, lead, steps, ground } }: BlockProps<typeof model>) {
  // Up to four stand side by side, where there is room.
  const across = steps.length <= 4;
  return (
    <BlockFrame id={id} h1={h1} heading={heading} lead={lead} ground={ground}>
      {steps.length > 0 && (
        <ol
          className={styles.steps}
          data-across={across || undefined}
          style={{ "--steps": steps.length } as React.CSSProperties}
        >
          {steps.map((step, i) => (
            <li key={i} dir="auto">
              <h3>{step.title}</h3>
              {step.text && <p>{step.text}</p>}
            </li>
          ))}
        </ol>
      )}
    </BlockFrame>
  );
}
