import { Icon } from "@academy/shared/Icon";
import { BlockFrame } from "@/components/BlockFrame";
import buttons from "@/components/button.module.css";
import type { BlockProps } from "@/model/define";
import type model from "./model";

export default function Download({ id, h1, values }: BlockProps<typeof model>) {
  const { heading, lead, file, button_text, ground } = values;
  return (
    <BlockFrame id={id} h1={h1} heading={heading} lead={lead} ground={ground}>
      {file && button_text && (
        <div className="actions">
          <a href={file} className={buttons.loud} download>
            {button_text}
            <Icon name="download" size={20} />
          </a>
        </div>
      )}
    </BlockFrame>
  );
}
