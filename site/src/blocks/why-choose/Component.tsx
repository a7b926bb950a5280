import { Icon } from "@academy/shared/Icon";
import type { IconName } from "@academy/shared/icons";
import { Fold } from "@/components/Fold";
import { Heading, Stretch } from "@/components/Stretch";
import { fill } from "@/lib/fill";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./why-choose.module.css";

const icons: IconName[] = ["compass", "target", "book", "people"];

/** Four reasons, laid out as the legend of a map. */
export default function WhyChoose({ id, values }: BlockProps<typeof model>) {
  const cards = ([1, 2, 3, 4] as const)
    .map((n, i) => ({
      icon: icons[i] as IconName,
      title: values[`card${n}_title`],
      text: values[`card${n}_description`],
    }))
    .filter(({ title, text }) => title || text);
  return (
    <Stretch id={id} heading={values.heading}>
      <div className={styles.layout}>
        <Heading id={id} text={values.heading} />
        {cards.length > 0 && (
          <ul className={styles.legend}>
            {cards.map((card, i) => (
              <li key={card.icon}>
                <Icon name={card.icon} size={36} fine />
                {card.title && <h3>{card.title}</h3>}
                {card.text && (
                  <Fold
                    row
                    open={i === 0}
                    label={<span className="visually-hidden">{fill(values.more_label, card)}</span>}
                  >
                    <p>{card.text}</p>
                  </Fold>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Stretch>
  );
}
