import { BlockButton, BlockFrame } from "@/components/BlockFrame";
import { Icon } from "@/components/Icon";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./notice.module.css";

export default function Notice({ id, first, values }: BlockProps<typeof model>) {
  const { heading, text, tone, button_text, button_link } = values;
  const Heading = first ? "h1" : "h2";
  return (
    <BlockFrame id={id} first={first} heading="">
      <div className={styles.notice} data-tone={tone}>
        <Icon name={tone === "important" ? "clock" : "pin"} size={28} />
        <div>
          {heading && <Heading dir="auto">{heading}</Heading>}
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the API takes out of it what is not formatting */}
          <p dir="auto" dangerouslySetInnerHTML={{ __html: text }} />
          <BlockButton text={button_text} link={button_link} tone="quiet" />
        </div>
      </div>
    </BlockFrame>
  );
}
