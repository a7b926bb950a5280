import { Icon } from "@academy/shared/Icon";
import { BlockFrame } from "@/components/BlockFrame";
import { Prose } from "@/components/Prose";
import { entryName } from "@/lib/entryName";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./questions.module.css";

export default function Questions({
  id,
  h1,
  values: { heading, lead, questions, ground },
  inputs,
}: BlockProps<typeof model>) {
  return (
    <BlockFrame id={id} h1={h1} heading={heading} lead={lead} ground={ground}>
      {questions.length > 0 && (
        <div className={styles.questions}>
          {questions.map(({ question, answer }, i) => (
            <details key={i} name={id}>
              <summary>
                <h3 dir="auto">{entryName(question, i)}</h3>
                <Icon name="chevron" />
              </summary>
              <Prose words={inputs.writing} id={`${id}-${i + 1}`} html={answer} className={styles.answer} />
            </details>
          ))}
        </div>
      )}
    </BlockFrame>
  );
}
