import { ButtonLink } from "@/components/ButtonLink";
import { Heading, Stretch } from "@/components/Stretch";
import type { BlockProps } from "@/model/define";
import styles from "./call-to-action.module.css";
import type model from "./model";

export default function CallToAction({ id, h1, values }: BlockProps<typeof model>) {
  const { heading, lead, button_text, button_link, second_text, second_link } = values;
  return (
    <Stretch id={id} heading={heading}>
      <div className={styles.board}>
        <div>
          <Heading id={id} text={heading} h1={h1} className="" />
          {lead && <p dir="auto">{lead}</p>}
        </div>
        <div className={styles.actions}>
          {button_text && button_link && <ButtonLink href={button_link}>{button_text}</ButtonLink>}
          {second_text && second_link && (
            <ButtonLink href={second_link} tone="quiet" className={styles.second}>
              {second_text}
            </ButtonLink>
          )}
        </div>
      </div>
    </Stretch>
  );
}
