import { ButtonLink } from "@/components/ButtonLink";
import { Heading, Stretch } from "../Stretch";
import type { Texts } from "../texts";
import styles from "./psi-promo.module.css";

const tiles = [
  { figure: "37+", label: "Tests" },
  { figure: "2", label: "Papers" },
  { figure: "100%", label: "Focused" },
  { figure: "24/7", label: "Support" },
];

/** The police sub-inspector series, announced on a road board. */
export function PsiPromo({ texts, sample }: { texts: Texts<"psi-promo">; sample: string }) {
  return (
    <Stretch type="psi-promo" className={styles.stretch}>
      <div className="milestone">
        <div className={styles.board}>
          <div className={styles.words}>
            <Heading type="psi-promo" milestone={false}>
              {texts.heading}
            </Heading>
            <p>{texts.description}</p>
            <div className="actions">
              <ButtonLink href="/adhva-vibes-psi">Explore Programs</ButtonLink>
              <ButtonLink href={sample || "/contact-us"} tone="quiet" className={styles.sample}>
                Get Sample Test
              </ButtonLink>
            </div>
          </div>
          <ul className={styles.tiles}>
            {tiles.map((tile) => (
              <li key={tile.label}>
                <strong>{tile.figure}</strong> <span>{tile.label}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Stretch>
  );
}
