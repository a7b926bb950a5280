import "@/app/styles";
import type { Metadata } from "next";
import { ButtonLink } from "@/components/ButtonLink";
import { Lost } from "@/components/Lost";
import { lookingScript } from "@/features/blog/looking";
import { Missing } from "@/features/blog/Missing";

export const metadata: Metadata = { title: "Page not found" };

export default function NotFound() {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, needed before the first paint */}
      <script dangerouslySetInnerHTML={{ __html: lookingScript }} />
      <Missing>
        <Lost title="This is off the map">
          <p>There is no page at this address. The path begins again at the home page.</p>
          <div className="actions">
            <ButtonLink href="/" back>
              Back to Home
            </ButtonLink>
            <ButtonLink href="/blog" tone="quiet">
              Read the blog
            </ButtonLink>
          </div>
        </Lost>
      </Missing>
    </>
  );
}
