import { ButtonLink } from "@/components/ButtonLink";
import { Lost } from "@/components/Lost";
import type { MissingTexts } from "./fields";

/** Also shown when the API cannot be asked: then it is honest about that. */
export function ArticleNotFound({ texts, unreachable = false }: { texts: MissingTexts; unreachable?: boolean }) {
  const text = unreachable ? texts.unreachable : texts.text;
  return (
    <Lost title={texts.title}>
      {text && <p>{text}</p>}
      <div className="actions">
        <ButtonLink href="/blog" back>
          {texts.back}
        </ButtonLink>
      </div>
    </Lost>
  );
}
