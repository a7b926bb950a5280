import "@academy/shared/styles/prose.css";
import "@/editor/cells.css";
import { withOwnColors } from "@academy/shared/ownColors";
import { useMemo } from "react";
import type { Difference } from "./differences";
import { type TextPiece, textPieces } from "./pieces";
import { comparedHtml } from "./richText";

/** A difference with what went struck out and what came underlined. */
export function Change({ difference }: { difference: Difference }) {
  const { part, as, before, after } = difference;
  return (
    <>
      {part && <h5 className="change-part">{part}</h5>}
      {as === "html" ? (
        <RichText before={before} after={after} />
      ) : (
        <p className="change-words" dir="auto">
          {as === "words" ? textPieces(before, after).map(stretch) : values(before, after)}
        </p>
      )}
    </>
  );
}

function RichText({ before, after }: Pick<Difference, "before" | "after">) {
  const html = useMemo(() => withOwnColors(comparedHtml(before, after)), [before, after]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: comparedHtml writes nothing that the editor would not
  return <div className="prose change-html" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}

function stretch({ kind, text }: TextPiece, index: number) {
  if (kind === "del") return <del key={`del${index}`}>{text}</del>;
  return kind === "ins" ? <ins key={`ins${index}`}>{text}</ins> : text;
}

function values(before: string, after: string) {
  return (
    <>
      {before && (
        <del>
          <Value text={before} />
        </del>
      )}{" "}
      {after && (
        <ins>
          <Value text={after} />
        </ins>
      )}
    </>
  );
}

const PICTURE = /^(\/(?!\/)|https?:)\S+\.(png|jpe?g|gif|webp|avif|bmp|ico|svg)$/i;

/** A value; a picture's address with the picture. */
function Value({ text }: { text: string }) {
  const address = text.split("\n", 1)[0] ?? "";
  return (
    <>
      {text}
      {/^#[0-9a-f]{6}$/i.test(text) && <span className="change-color" style={{ background: text }} />}
      {PICTURE.test(address) && <img className="change-picture" src={address} alt="" />}
    </>
  );
}
