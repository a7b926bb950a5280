import { messageOf } from "@academy/shared/api/errors";
import { type Dispatch, type SetStateAction, useCallback, useId, useState } from "react";
import type { UploadOptions } from "@/api/upload";
import { isDocument, uploadOf } from "@/editor/files";
import { LazyEditor } from "@/editor/LazyEditor";
import { inputsOf } from "@/fields/FieldInputs";
import { ImageAddress } from "@/fields/ImageAddress";
import { COLLECTIONS } from "@/resources/collections";
import { FieldError } from "@/ui/FormError";
import { toast } from "@/ui/toasts";
import { whenEnded, whenPublic } from "./dates";
import type { ArticleForm } from "./form";
import type { Uploads } from "./useUploads";

const addressOf = (slug: string) => (
  <>
    It is at <span className="slug">/blog/{slug}</span>. Its former addresses lead to it.
  </>
);

interface Props {
  form: ArticleForm;
  /** The last part of its address; undefined before the first save. */
  slug: string | undefined;
  /** What the server refused, by field. */
  errors: Record<string, string>;
  uploads: Uploads;
  /** The person may publish; others leave status and dates as they are. */
  publisher: boolean;
  onChange: Dispatch<SetStateAction<ArticleForm>>;
}

export function ArticleFields({ form, slug, errors, uploads, publisher, onChange }: Props) {
  const labelId = useId();
  const set = useCallback(
    (values: Partial<ArticleForm>) => onChange((current) => ({ ...current, ...values })),
    [onChange],
  );
  const field = inputsOf({ fields: COLLECTIONS.articles.fields, form, errors, onChange: set });
  const setContent = useCallback((content: string) => set({ content }), [set]);
  const [tools, setTools] = useState<Element | null>(null);
  const takeTitle = (title: string) => {
    if (form.title.trim() !== "") return false;
    set({ title });
    return true;
  };
  const { store, refuse, refused } = uploads;
  const storeImage = useCallback(
    async (file: File, options?: UploadOptions) => {
      refuse(undefined);
      try {
        return await store(file, options, uploadOf(file));
      } catch (error) {
        refuse(messageOf(error));
        toast.failure(isDocument(file) ? "Failed to upload file" : "Failed to upload image", error);
        throw error;
      }
    },
    [store, refuse],
  );

  return (
    <>
      {field("title")}
      {field("slug", {
        help:
          slug === undefined
            ? "The last part of its address on the site, such as how-to-read-a-newspaper."
            : addressOf(slug),
      })}
      <div>
        <div className="content-head">
          <span id={labelId} className="field-label">
            Content
          </span>
          <div ref={setTools} className="content-tools" />
        </div>
        <input type="hidden" name="content" value={form.content} />
        <LazyEditor
          labelId={labelId}
          value={form.content}
          onChange={setContent}
          uploadImage={storeImage}
          importing={tools ? { into: tools, onTitle: takeTitle } : undefined}
          invalid={errors.content !== undefined}
        />
        <FieldError>{errors.content ?? refused}</FieldError>
      </div>
      {field("excerpt")}
      <div className="columns">
        {field("category")}
        {field("tags")}
      </div>
      {publisher && (
        <div className="columns">
          {field("status")}
          {field("publish_date", { help: whenPublic(form) })}
          {field("unpublish_date", { help: whenEnded(form) })}
        </div>
      )}
      <ImageAddress
        label="Banner image"
        name="banner_image"
        value={form.banner_image}
        error={errors.banner_image}
        onChange={(banner_image) => set({ banner_image })}
      >
        {/^(https?:|\/)/.test(form.banner_image) && <img className="banner-image" src={form.banner_image} alt="" />}
      </ImageAddress>
    </>
  );
}
