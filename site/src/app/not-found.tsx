import "@/app/styles";
import type { Metadata } from "next";
import { ButtonLink } from "@/components/ButtonLink";
import { Lost } from "@/components/Lost";
import { loadChrome } from "@/content/load";
import { lookingScript } from "@/features/blog/looking";
import { Missing } from "@/features/blog/Missing";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await loadChrome()).not_found.texts.meta.title };
}

export default async function NotFound() {
  const { texts, article } = (await loadChrome()).not_found;
  const { title, text, home, other, other_link } = texts[""];
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, needed before the first paint */}
      <script dangerouslySetInnerHTML={{ __html: lookingScript }} />
      <Missing texts={article}>
        <Lost title={title}>
          {text && <p>{text}</p>}
          <div className="actions">
            <ButtonLink href="/" back>
              {home}
            </ButtonLink>
            <ButtonLink href={other_link} tone="quiet">
              {other}
            </ButtonLink>
          </div>
        </Lost>
      </Missing>
    </>
  );
}
