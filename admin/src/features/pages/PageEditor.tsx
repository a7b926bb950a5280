import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useLayoutEffect, useRef } from "react";
import { AsideNotice } from "@/components/AsideNotice";
import { ConflictDialog } from "@/components/ConflictDialog";
import { useConfirm } from "@/components/confirm";
import { FormError } from "@/components/FormError";
import { formatMoment } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { useLeaveGuard } from "@/components/useLeaveGuard";
import { WhileHeld } from "@/components/WhileHeld";
import { ImageAddress } from "@/fields/ImageAddress";
import type { ContentModel } from "@/model/types";
import { BlockList } from "./BlockList";
import { type PageForm, pathFor } from "./form";
import { usePageEditor } from "./usePageEditor";

interface Props {
  model: ContentModel;
  /** The page to edit, or null to make a new one. */
  id: string | null;
  /** A new page was saved, under this id. */
  onSaved: (id: string) => void;
  onClose: () => void;
}

export function PageEditor({ model, id, onSaved, onClose }: Props) {
  const editor = usePageEditor(id, onSaved);
  const confirm = useConfirm();
  const { form, setForm, errors, isDirty } = editor;
  const fields = useRef<HTMLFormElement>(null);
  const set = (values: Partial<PageForm>) => setForm((current) => ({ ...current, ...values }));

  useLayoutEffect(() => {
    if (Object.keys(errors).length > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  useLeaveGuard(isDirty, {
    message: "Leave without saving? Your changes stay on this device until you come back.",
    cancel: "Keep editing",
    danger: false,
  });

  if (editor.loading) return <Loading label="Loading the page…" />;
  if (editor.loadError) {
    return <Failure title="The page could not be loaded" error={editor.loadError} onRetry={editor.retry} />;
  }
  const close = async () => {
    if (isDirty()) {
      const sure = await confirm({
        message: "Give up the changes to this page?",
        detail: editor.page ? `“${editor.page.title}”` : undefined,
        confirm: "Give up changes",
        cancel: "Keep editing",
      });
      if (!sure) return;
    }
    editor.discard();
    onClose();
  };
  const date = (name: "publish_date" | "unpublish_date", label: string, description: string) => (
    <TextInput
      type="datetime-local"
      label={label}
      name={name}
      description={description}
      inputWrapperOrder={["label", "input", "description", "error"]}
      value={form[name]}
      error={errors[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );

  return (
    <Panel title={id === null ? "New Page" : "Edit Page"} subtitle={editor.page?.title}>
      {editor.restored && (
        <div className="notice" role="status">
          <p>Unsaved changes from {formatMoment(editor.restored.keptAt)} were kept on this device and are back.</p>
          <Button size="xs" variant="default" onClick={editor.discard}>
            Discard them
          </Button>
        </div>
      )}
      <AsideNotice keptAt={editor.aside?.keptAt} onTake={editor.takeAside} onForget={editor.forgetAside} />
      <form
        ref={fields}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void editor.save();
        }}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
          event.preventDefault();
          if (event.currentTarget.reportValidity()) void editor.save();
        }}
      >
        <div className="columns">
          <TextInput
            label="Title"
            name="title"
            dir="auto"
            required
            value={form.title}
            error={errors.title}
            onChange={(event) => {
              const title = event.currentTarget.value;
              // The path follows the title until somebody writes it.
              const follows = id === null && (form.path === "" || form.path === pathFor(form.title));
              set({ title, ...(follows && { path: pathFor(title) }) });
            }}
          />
          <TextInput
            label="Path"
            name="path"
            required
            placeholder="/kas-2027"
            description={
              editor.page && editor.page.path !== form.path
                ? `Who follows ${editor.page.path} is sent on to the new one.`
                : "One to three parts of small letters, digits and hyphens."
            }
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={form.path}
            error={errors.path}
            onChange={(event) => set({ path: event.currentTarget.value })}
          />
        </div>
        <Textarea
          label="Description"
          name="description"
          dir="auto"
          description="A sentence or two for search engines and links that people share."
          autosize
          minRows={2}
          value={form.description}
          error={errors.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <ImageAddress
          label="Picture"
          name="image"
          description="Shown beside a link that people share; without one the site draws it."
          value={form.image}
          error={errors.image}
          onChange={(image) => set({ image })}
        />
        <div className="columns">
          <NativeSelect
            label="Status"
            name="status"
            data={[
              { value: "draft", label: "Draft" },
              { value: "published", label: "Published" },
            ]}
            value={form.status}
            error={errors.status}
            onChange={(event) => set({ status: event.currentTarget.value as PageForm["status"] })}
          />
          {date("publish_date", "Publish date", "Your local time. A published page waits for it.")}
          {date("unpublish_date", "Unpublish date", "Your local time. The page leaves the site then.")}
        </div>
        <BlockList model={model} blocks={form.blocks} errors={errors} onChange={(blocks) => set({ blocks })} />
        <FormError message={editor.reason} />
        <div className="form-foot">
          <Button type="submit" loading={editor.saving}>
            Save Page
          </Button>
          <Button variant="default" onClick={close}>
            {editor.dirty ? "Cancel" : "Close"}
          </Button>
          <WhileHeld />
          <span className="form-state" role="status">
            {editor.dirty ? "Unsaved changes, kept on this device" : ""}
          </span>
        </div>
      </form>
      <ConflictDialog
        what="page"
        conflict={editor.conflict}
        onReload={editor.reload}
        onOverwrite={() => editor.save({ overwrite: true })}
        onClose={editor.dismissConflict}
      />
    </Panel>
  );
}
