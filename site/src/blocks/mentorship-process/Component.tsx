import { ButtonLink } from "@/components/ButtonLink";
import { Journey } from "@/components/Journey";
import { Heading, Stretch } from "@/components/Stretch";
import type { BlockProps } from "@/model/define";
import styles from "./mentorship-process.module.css";
import type model from "./model";

/** The mentorship's three phases. */
export default function MentorshipProcess({ id, values }: BlockProps<typeof model>) {
  return (
    <Stretch id={id} heading={values.heading}>
      <div className={styles.layout}>
        <Heading id={id} text={values.heading} />
        {values.description && <p className="lead">{values.description}</p>}
        {values.phases.length > 0 && <Journey phases={values.phases} length={values.length_text} />}
        <div className="actions">
          <ButtonLink href={values.cta_link} tone="quiet">
            {values.cta_text}
          </ButtonLink>
        </div>
      </div>
    </Stretch>
  );
}
