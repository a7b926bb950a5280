import { Icon } from "@academy/shared/Icon";
import { BlockFrame } from "@/components/BlockFrame";
import { Link } from "@/components/Link";
import type { BlockProps } from "@/model/define";
import styles from "./cards.module.css";
import type model from "./model";

export default function Cards({ id, h1, values: { heading, lead, cards, ground } }: BlockProps<typeof model>) {
  return (
    <BlockFrame id={id} h1={h1} heading={heading} lead={lead} ground={ground}>
      {cards.length > 0 && (
        <ul className={styles.cards} data-count={cards.length % 3 === 0 ? "three" : "two"}>
          {cards.map((card, i) => (
            <li key={i} dir="auto">
              {card.icon && <Icon name={card.icon} size={36} fine />}
              <h3>{card.title}</h3>
              {card.text && <p>{card.text}</p>}
              {card.link && (
                <Link href={card.link} className={styles.link}>
                  {card.link_text || card.title}
                  <Icon name="arrow" size={18} />
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </BlockFrame>
  );
}
