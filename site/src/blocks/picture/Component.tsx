import { BlockFrame } from "@/components/BlockFrame";
import { Picture as Image } from "@/components/Picture";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./picture.module.css";

export default function Picture({ id, first, values: { image, caption, width, ground } }: BlockProps<typeof model>) {
  if (!image) return null;
  const sizes = width === "wide" ? "(min-width: 76rem) 72rem, 92vw" : "(min-width: 48rem) 42rem, 92vw";
  return (
    <BlockFrame id={id} heading="" ground={ground}>
      <figure className={width === "wide" ? undefined : styles.text}>
        <Image image={image} sizes={sizes} first={first} className={styles.picture} />
        {caption && (
          <figcaption className={styles.caption} dir="auto">
            {caption}
          </figcaption>
        )}
      </figure>
    </BlockFrame>
  );
}
