import { ButtonLink } from "@/components/ButtonLink";
import { Heading, Stretch } from "../Stretch";
import type { Texts } from "../texts";
import { Journey } from "./Journey";
import styles from "./mentorship-process.module.css";

/** The mentorship's three phases. */
export function MentorshipProcess({ texts }: { texts: Texts<"mentorship-process"> }) {
  return (
    <Stretch type="mentorship-process">
      <div className={styles.layout}>
        <Heading type="mentorship-process">{texts.heading}</Heading>
        <p className="lead">{texts.description}</p>
        <Journey />
        <div className="actions">
          <ButtonLink href="/mentorship" tone="quiet">
            See the mentorship programme
          </ButtonLink>
        </div>
      </div>
    </Stretch>
  );
}
