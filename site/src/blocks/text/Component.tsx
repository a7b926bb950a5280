import { BlockFrame } from "@/components/BlockFrame";
import { Prose } from "@/components/Prose";
import { preloadReadingFont } from "@/lib/fonts";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./text.module.css";

export default function Text({ id, h1, first, values, inputs }: BlockProps<typeof model>) {
  const { heading, lead, text, ground } = values;
  if (first && text) preloadReadingFont();
  return (
    <BlockFrame id={id} h1={h1} heading={heading} lead={lead} ground={ground}>
      <Prose words={inputs.writing} id={id} html={text} className={heading || lead ? styles.below : undefined} />
    </BlockFrame>
  );
}
