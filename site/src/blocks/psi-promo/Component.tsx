import { ButtonLink } from "@/components/ButtonLink";
import { Heading, Stretch } from "@/components/Stretch";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./psi-promo.module.css";

/** The police sub-inspector series, announced on a road board. */
export default function PsiPromo({ id, values, inputs: { sample } }: BlockProps<typeof model>) {
  return (
    <Stretch id={id} heading={values.heading} className={styles.stretch}>
      <div className="milestone">
        <div className={styles.board}>
          <div className={styles.words}>
            <Heading id={id} text={values.heading} className="" />
            {values.description && <p>{values.description}</p>}
            <div className="actions">
              <ButtonLink href={values.cta_link}>{values.cta_text}</ButtonLink>
              <ButtonLink href={sample} tone="quiet" className={styles.sample}>
                {values.sample_text}
              </ButtonLink>
            </div>
          </div>
          {values.tiles.length > 0 && (
            <ul className={styles.tiles}>
              {values.tiles.map((tile, i) => (
                <li key={i}>
                  <strong>{tile.figure}</strong> <span>{tile.label}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Stretch>
  );
}
