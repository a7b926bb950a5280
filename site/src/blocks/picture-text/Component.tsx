import { BlockButton, BlockFrame } from "@/components/BlockFrame";
import { Picture } from "@/components/Picture";
import { Prose } from "@/components/Prose";
import { preloadReadingFont } from "@/lib/fonts";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./picture-text.module.css";

export default function PictureText({ id, h1, first, values, inputs }: BlockProps<typeof model>) {
  const { heading, text, button_text, button_link, image, side, ground } = values;
  if (first && text) preloadReadingFont();
  return (
    <BlockFrame id={id} h1={h1} heading={heading} ground={ground}>
      <div className={styles.pair} data-side={side}>
        <div>
          <Prose words={inputs.writing} id={id} html={text} />
          <BlockButton text={button_text} link={button_link} tone="quiet" />
        </div>
        {image && (
          <Picture image={image} sizes="(min-width: 56rem) 30rem, 92vw" first={first} className={styles.picture} />
        )}
      </div>
    </BlockFrame>
  );
}
