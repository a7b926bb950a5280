import { Fold } from "@/components/Fold";
import { Icon } from "@/components/Icon";
import type { IconName } from "@/components/icons";
import { Heading, Stretch } from "../Stretch";
import type { Texts } from "../texts";
import styles from "./why-choose.module.css";

const icons: IconName[] = ["compass", "target", "book", "people"];

/** Four reasons, laid out as the legend of a map. */
export function WhyChoose({ texts }: { texts: Texts<"why-choose"> }) {
  const cards = [1, 2, 3, 4].map((n) => ({
    title: texts[`card${n}_title` as keyof typeof texts],
    text: texts[`card${n}_description` as keyof typeof texts],
  }));
  return (
    <Stretch type="why-choose">
      <div className={styles.layout}>
        <Heading type="why-choose">{texts.heading}</Heading>
        <ul className={styles.legend}>
          {cards.map((card, i) => (
            <li key={icons[i]}>
              <Icon name={icons[i] as IconName} size={36} strokeWidth="1.5" />
              <h3>{card.title}</h3>
              <Fold row open={i === 0} label={<span className="visually-hidden">More about {card.title}</span>}>
                <p>{card.text}</p>
              </Fold>
            </li>
          ))}
        </ul>
      </div>
    </Stretch>
  );
}
