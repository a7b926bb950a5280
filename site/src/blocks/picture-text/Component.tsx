import { BlockButton, BlockFrame } from "@/components/BlockFrame";
import { Photo } from "@/components/Photo";
import { RichText } from "@/components/RichText";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./picture-text.module.css";

export default function PictureText({ id, first, values }: BlockProps<typeof model>) {
  const { heading, text, button_text, button_link, image, side, ground } = values;
  return (
    <BlockFrame id={id} first={first} heading={heading} ground={ground}>
      <div className={styles.pair} data-side={side}>
        <div>
          <RichText html={text} />
          <BlockButton text={button_text} link={button_link} tone="quiet" />
        </div>
        {image && (
          <Photo image={image} sizes="(min-width: 56rem) 30rem, 92vw" eager={first} className={styles.picture} />
        )}
      </div>
    </BlockFrame>
  );
}
