import { BlockFrame } from "@/components/BlockFrame";
import { RichText } from "@/components/RichText";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./text.module.css";

export default function Text({ id, first, values: { heading, lead, text, ground } }: BlockProps<typeof model>) {
  return (
    <BlockFrame id={id} first={first} heading={heading} lead={lead} ground={ground}>
      <RichText html={text} className={heading || lead ? styles.below : ""} />
    </BlockFrame>
  );
}
