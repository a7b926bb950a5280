import { messageOf } from "@academy/shared/api/errors";
import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type Dispatch, type SetStateAction, useCallback, useId, useState } from "react";
import type { UploadOptions } from "@/api/upload";
import { isDocument, uploadOf } from "@/editor/files";
import { LazyEditor } from "@/editor/LazyEditor";
import { bind } from "@/ui/bind";
import { zoneHint } from "@/ui/format";
import { toast } from "@/ui/toasts";
import { BELOW } from "@/ui/wrapperOrder";
import { BannerField } from "./BannerField";
import { whenEnded, whenPublic } from "./dates";
import { type ArticleForm, STATUSES } from "./form";
import type { Uploads } from "./useUploads";

interface Props {
  form: ArticleForm;
  /** The last part of its address; undefined before the first save. */
  slug: string | undefined;
  /** What the server refused, by field. */
  errors: Record<string, string>;
  uploads: Uploads;
  onChange: Dispatch<SetStateAction<ArticleForm>>;
}

export function ArticleFields({ form, slug, errors, uploads, onChange }: Props) {
  const labelId = useId();
  const set = useCallback(
    (values: Partial<ArticleForm>) => onChange((current) => ({ ...current, ...values })),
    [onChange],
  );
  const field = bind(form, errors, set);
  const setContent = useCallback((content: string) => set({ content }), [set]);
  const [tools, setTools] = useState<Element | null>(null);
  const takeTitle = (title: string) => {
    if (form.title.trim() !== "") return false;
    set({ title });
    return true;
  };
  const { store, note, refused } = uploads;
  const storeImage = useCallback(
    async (file: File, options?: UploadOptions) => {
      note("content", undefined);
      try {
        return await store(file, options, uploadOf(file));
      } catch (error) {
        note("content", messageOf(error));
        toast.failure(isDocument(file) ? "Failed to upload file" : "Failed to upload image", error);
        throw error;
      }
    },
    [store, note],
  );

  return (
    <>
      <TextInput label="Title" dir="auto" required size="md" {...field("title", 300)} />
      <TextInput
        label="Address"
        placeholder="Made from the title"
        {...field("slug", 200)}
        description={
          slug === undefined ? (
            "The last part of its address on the site, such as how-to-read-a-newspaper."
          ) : (
            <>
              It is at <span className="slug">/blog/{slug}</span>. Its former addresses lead to it.
            </>
          )
        }
        inputWrapperOrder={BELOW}
      />
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
        {errors.content && <p className="field-error">{errors.content}</p>}
        <div role="alert">{refused.content && <p className="field-error">{refused.content}</p>}</div>
      </div>
      <Textarea
        label="Excerpt"
        description="One or two sentences for lists and search engines."
        autosize
        minRows={2}
        {...field("excerpt", 1000)}
      />
      <div className="columns">
        <TextInput label="Category" {...field("category", 120)} />
        <TextInput
          label="Tags"
          placeholder="polity, prelims"
          description="Separated by commas."
          inputWrapperOrder={BELOW}
          {...field("tags")}
        />
      </div>
      <div className="columns">
        <NativeSelect label="Status" data={[...STATUSES]} {...field("status")} />
        <TextInput
          label="Publish date"
          type="datetime-local"
          description={`${zoneHint(form.publish_date)} ${whenPublic(form)}`}
          inputWrapperOrder={BELOW}
          {...field("publish_date")}
        />
        <TextInput
          label="Unpublish date"
          type="datetime-local"
          description={`${zoneHint(form.unpublish_date)} ${whenEnded(form)}`}
          inputWrapperOrder={BELOW}
          {...field("unpublish_date")}
        />
      </div>
      <BannerField {...field("banner_image")} uploads={uploads} onChange={(banner_image) => set({ banner_image })} />
    </>
  );
}
