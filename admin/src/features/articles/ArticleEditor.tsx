import { asSentence } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import { useLayoutEffect, useRef, useState } from "react";
import { AsideNotice } from "@/components/AsideNotice";
import { ConflictDialog } from "@/components/ConflictDialog";
import { useConfirm } from "@/components/confirm";
import { FormError } from "@/components/FormError";
import { failureOf } from "@/components/failedPages";
import { formatMoment } from "@/components/format";
import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { useLeaveGuard } from "@/components/useLeaveGuard";
import { usePublishStatus } from "@/components/usePublishStatus";
import { WhileHeld } from "@/components/WhileHeld";
import { ArticleFields } from "./ArticleFields";
import { publishes, whatSavingDoes } from "./dates";
import { errorsOf } from "./form";
import { Preview } from "./Preview";
import { type OnDone, useArticleEditor } from "./useArticleEditor";

interface Props {
  /** The article to edit, or null to write a new one. */
  id: string | null;
  onDone: OnDone;
}

export function ArticleEditor({ id, onDone }: Props) {
  const editor = useArticleEditor(id, onDone);
  const { data: publishing } = usePublishStatus();
  const confirm = useConfirm();
  const [previewing, setPreviewing] = useState(false);
  const { isDirty, save, errors } = editor;
  const fields = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    if (Object.keys(errors).length > 0) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  useLeaveGuard(isDirty, {
    message: "Leave without saving? Your changes stay on this device until you come back.",
    cancel: "Keep writing",
    danger: false,
  });

  if (editor.loading) return <Loading label="Loading the article…" />;
  if (editor.loadError) {
    return <Failure title="The article could not be loaded" error={editor.loadError} onRetry={editor.retry} />;
  }

  const notMade = failureOf(publishing, editor.article?.slug);
  const uploading = editor.uploads.pending > 0;
  const cancel = async () => {
    if (isDirty()) {
      const sure = await confirm({
        message: "Give up the changes to this article?",
        detail: editor.article ? `“${editor.article.title}”` : undefined,
        confirm: "Give up changes",
        cancel: "Keep writing",
      });
      if (!sure) return;
    }
    editor.discard();
    onDone(null);
  };

  return (
    <Panel
      title={id === null ? "Create Article" : "Edit Article"}
      subtitle={editor.article ? `${editor.article.title} · by ${editor.article.author}` : undefined}
      actions={
        <Button variant="subtle" size="sm" onClick={() => setPreviewing(true)}>
          Preview
        </Button>
      }
    >
      {notMade && (
        <div className="notice notice-failed" role="alert">
          <p>
            <strong>The page of this article could not be made.</strong> {asSentence(notMade)} Visitors see its last
            good version, or none. Change what is wrong and update: the page is then tried again.
          </p>
        </div>
      )}
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
          void save();
        }}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
          event.preventDefault();
          if (event.currentTarget.reportValidity()) void save({ stay: true });
        }}
      >
        <ArticleFields
          form={editor.form}
          slug={editor.article?.slug}
          errors={{ ...errorsOf(notMade, editor.form), ...errors }}
          uploads={editor.uploads}
          onChange={editor.setForm}
        />
        <FormError message={editor.reason} />
        <div className="form-foot">
          <Button type="submit" loading={editor.saving} data-disabled={uploading} aria-disabled={uploading}>
            {uploading ? "Waiting for the picture…" : id === null ? "Create Article" : "Update Article"}
          </Button>
          {id !== null && (
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
          )}
          <p className="form-effect">{whatSavingDoes(editor.form, editor.article)}</p>
          {publishes(editor.form, editor.article) && <WhileHeld />}
          <span className="form-state" role="status">
            {editor.dirty ? "Unsaved changes, kept on this device" : ""}
          </span>
        </div>
      </form>
      <ConflictDialog
        what="article"
        conflict={editor.conflict}
        onReload={editor.reload}
        onOverwrite={() => save({ ...editor.conflict?.options, overwrite: true })}
        onClose={editor.dismissConflict}
      />
      <Preview
        form={editor.form}
        author={editor.article?.author}
        opened={previewing}
        onClose={() => setPreviewing(false)}
      />
    </Panel>
  );
}
