import { ButtonLink } from "@/components/ButtonLink";
import type { BlockProps } from "@/model/define";
import styles from "./call-to-action.module.css";
import type model from "./model";

export default function CallToAction({ id, first, values }: BlockProps<typeof model>) {
  const { heading, lead, button_text, button_link, second_text, second_link } = values;
  const Heading = first ? "h1" : "h2";
  return (
    <section className="stretch" data-section={id} aria-labelledby={heading ? `${id}-heading` : undefined}>
      <div className={styles.board}>
        <div>
          {heading && (
            <Heading id={`${id}-heading`} dir="auto">
              {heading}
            </Heading>
          )}
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
    </section>
  );
}
