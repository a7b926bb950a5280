import "@academy/shared/styles/prose.css";
import { withOwnColors } from "@academy/shared/ownColors";
import { Modal } from "@mantine/core";
import { inWords } from "./dates";
import { type ArticleForm, splitTags } from "./form";

interface Props {
  form: ArticleForm;
  author?: string;
  opened: boolean;
  onClose: () => void;
}

const DATE = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

/** The article with the site's own type, saved or not. */
export function Preview({ form, author, opened, onClose }: Props) {
  const date = form.publish_date === "" ? new Date() : new Date(form.publish_date);
  const meta = [author && `By ${author}`, DATE.format(date), form.category].filter(Boolean);
  const standing = inWords(form);
  return (
    <Modal opened={opened} onClose={onClose} title="Preview" size="56rem" classNames={{ body: "preview" }}>
      {standing && <p className="preview-standing">{standing}</p>}
      <article>
        {form.banner_image && <img className="preview-banner" src={form.banner_image} alt="" />}
        <h1 dir="auto">{form.title || "Untitled"}</h1>
        <p className="preview-meta">{meta.join(" · ")}</p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: written by the editor's own closed list, or sanitised by the server */}
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: withOwnColors(form.content) }} />
        <p className="preview-tags">
          {splitTags(form.tags).map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
        </p>
      </article>
    </Modal>
  );
}
