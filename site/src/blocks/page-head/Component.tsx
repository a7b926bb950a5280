import { ButtonLink } from "@/components/ButtonLink";
import { PageHead } from "@/components/PageHead";
import type { BlockProps } from "@/model/define";
import type model from "./model";

export default function Head({ h1, values }: BlockProps<typeof model>) {
  const { heading, lead, button_text, button_link, second_text, second_link, place, hue } = values;
  const shown = button_text && button_link;
  const second = second_text && second_link;
  return (
    <PageHead
      title={heading}
      lead={lead}
      place={place}
      hue={hue === "contour" ? "var(--contour)" : `var(--hue-${hue})`}
      level={h1 ? 1 : 2}
    >
      {(shown || second) && (
        <div className="actions">
          {shown && <ButtonLink href={button_link}>{button_text}</ButtonLink>}
          {second && (
            <ButtonLink href={second_link} tone="quiet">
              {second_text}
            </ButtonLink>
          )}
        </div>
      )}
    </PageHead>
  );
}
