import { Icon } from "@academy/shared/Icon";
import { BlockButton } from "@/components/BlockFrame";
import { Rich } from "@/components/Rich";
import { Heading, Stretch } from "@/components/Stretch";
import type { BlockProps } from "@/model/define";
import type model from "./model";
import styles from "./notice.module.css";

export default function Notice({ id, h1, values }: BlockProps<typeof model>) {
  const { heading, text, tone, button_text, button_link } = values;
  return (
    <Stretch id={id} heading={heading}>
      <div className={styles.notice} data-tone={tone}>
        <Icon name={tone === "important" ? "clock" : "pin"} size={28} />
        <div>
          <Heading id={id} text={heading} h1={h1} className="" />
          <Rich html={text} />
          <BlockButton text={button_text} link={button_link} tone="quiet" />
        </div>
      </div>
    </Stretch>
  );
}
