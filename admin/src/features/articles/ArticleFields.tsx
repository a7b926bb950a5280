import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type Dispatch, type SetStateAction, useCallback, useId } from "react";
import { LazyEditor } from "@/editor/LazyEditor";
import { BannerField } from "./BannerField";
import { whenEnded, whenPublic } from "./dates";
import type { ArticleForm } from "./form";
import type { Uploads } from "./useUploads";

const STATUSES = [
  { value: "draft", label: "Draft" },
  { value: "published", label: "Published" },
  { value: "archived", label: "Archived" },
];

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
  const setContent = useCallback((content: string) => set({ content }), [set]);
  const { store, refused } = uploads;
  const storeImage = useCallback((file: File) => store("content", file), [store]);

  return (
    <>
      <TextInput
        label="Title"
        name="title"
        dir="auto"
        required
        maxLength={300}
        size="md"
        value={form.title}
        error={errors.title}
        description={
          slug === undefined ? (
            "Its address on the site is made from it."
          ) : (
            <>
              Address: <span className="slug">/blog/{slug}</span>
            </>
          )
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
        onChange={(event) => set({ title: event.currentTarget.value })}
      />
      <div>
        <span id={labelId} className="field-label">
          Content
        </span>
        <input type="hidden" name="content" value={form.content} />
        <LazyEditor
          labelId={labelId}
          value={form.content}
          onChange={setContent}
          uploadImage={storeImage}
          invalid={errors.content !== undefined}
        />
        {errors.content && <p className="field-error">{errors.content}</p>}
        <div role="alert">{refused.content && <p className="field-error">{refused.content}</p>}</div>
      </div>
      <Textarea
        label="Excerpt"
        name="excerpt"
        description="One or two sentences for lists and search engines."
        autosize
        minRows={2}
        maxLength={1000}
        value={form.excerpt}
        error={errors.excerpt}
        onChange={(event) => set({ excerpt: event.currentTarget.value })}
      />
      <div className="columns">
        <TextInput
          label="Category"
          name="category"
          maxLength={120}
          value={form.category}
          error={errors.category}
          onChange={(event) => set({ category: event.currentTarget.value })}
        />
        <TextInput
          label="Tags"
          name="tags"
          placeholder="polity, prelims"
          description="Separated by commas."
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={form.tags}
          error={errors.tags}
          onChange={(event) => set({ tags: event.currentTarget.value })}
        />
      </div>
      <div className="columns">
        <NativeSelect
          label="Status"
          name="status"
          data={STATUSES}
          value={form.status}
          error={errors.status}
          onChange={(event) => set({ status: event.currentTarget.value as ArticleForm["status"] })}
        />
        <TextInput
          label="Publish date"
          name="publish_date"
          type="datetime-local"
          description={whenPublic(form)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={form.publish_date}
          error={errors.publish_date}
          onChange={(event) => set({ publish_date: event.currentTarget.value })}
        />
        <TextInput
          label="Unpublish date"
          name="unpublish_date"
          type="datetime-local"
          description={whenEnded(form)}
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={form.unpublish_date}
          error={errors.unpublish_date}
          onChange={(event) => set({ unpublish_date: event.currentTarget.value })}
        />
      </div>
      <BannerField
        value={form.banner_image}
        error={errors.banner_image}
        uploads={uploads}
        onChange={(banner_image) => set({ banner_image })}
      />
    </>
  );
}
