import { BlockFrame } from "@/components/BlockFrame";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./numbers.module.css";

export default function Numbers({ id, h1, values: { heading, lead, numbers, ground } }: BlockProps<typeof model>) {
  return (
    <BlockFrame id={id} h1={h1} heading={heading} lead={lead} ground={ground}>
      {numbers.length > 0 && (
        <dl className={styles.numbers}>
          {numbers.map(({ value, label }, i) => (
            <div key={i}>
              <dt dir="auto">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </BlockFrame>
  );
}
