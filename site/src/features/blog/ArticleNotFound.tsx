import { ButtonLink } from "@/components/ButtonLink";
import { Lost } from "@/components/Lost";

/** Also shown when the API cannot be asked: then it is honest about that. */
export function ArticleNotFound({ unreachable = false }: { unreachable?: boolean }) {
  return (
    <Lost title="Article Not Found">
      <p>
        {unreachable
          ? "This article is not on the site yet, and we cannot look further right now. Please try again in a moment."
          : "There is no article at this address. It may have been renamed or taken down."}
      </p>
      <div className="actions">
        <ButtonLink href="/blog" back>
          Back to Blog
        </ButtonLink>
      </div>
    </Lost>
  );
}
