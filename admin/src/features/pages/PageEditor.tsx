import { Button } from "@mantine/core";
import { useCallback } from "react";
import { DocumentForm } from "@/editing/DocumentForm";
import { DraftFoot } from "@/editing/DraftFoot";
import { Presence } from "@/editing/Presence";
import { type OnDone, useDocument } from "@/editing/useDocument";
import { inputsOf } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import type { ContentModel } from "@/model/types";
import { usePreviewing, WithPreview } from "@/preview/Preview";
import { Share } from "@/preview/Share";
import { COLLECTIONS } from "@/resources/collections";
import { Panel } from "@/ui/Panel";
import { BlockList } from "./BlockList";
import { PAGES } from "./calls";
import { type Block, type PageForm, payloadOf } from "./form";

interface Props {
  model: ContentModel;
  /** The page to edit, or null to make a new one. */
  id: string | null;
  onDone: OnDone;
}

export function PageEditor({ model, id, onDone }: Props) {
  const document = useDocument(PAGES, id, onDone);
  const { form, setForm, stored: page, submit } = document;
  const previewing = usePreviewing();
  const set = (values: Partial<PageForm>) => setForm((current) => ({ ...current, ...values }));
  const changeBlocks = useCallback(
    (change: (blocks: readonly Block[]) => readonly Block[]) =>
      setForm((current) => ({ ...current, blocks: change(current.blocks) })),
    [setForm],
  );
  const field = inputsOf({ fields: COLLECTIONS.pages.fields, form, errors: submit.fields, onChange: set });
  const close = async () => {
    if (await document.giveUp(page ? { detail: `“${page.title}”` } : {})) onDone(null);
  };
  return (
    <Panel
      title={id === null ? "New Page" : "Edit Page"}
      subtitle={page?.title}
      actions={
        <>
          {previewing.button}
          {id !== null && <Share kind="page" id={id} keep={document.saveCopy} />}
          {page && <History documents={[{ collection: "pages", id: page.id, name: page.title }]} />}
        </>
      }
    >
      {id !== null && <Presence collection="pages" id={id} />}
      <WithPreview
        previewing={previewing}
        request={() => (document.blank ? null : { kind: "page", id: page?.id ?? "new", values: payloadOf(form) })}
      >
        <DocumentForm
          document={document}
          foot={
            <DraftFoot document={document} save="Save Page">
              <Button variant="default" onClick={close}>
                {document.changed ? "Cancel" : "Close"}
              </Button>
            </DraftFoot>
          }
        >
          <div className="columns">
            {field("title")}
            {field("path", {
              help:
                page && page.path !== form.path
                  ? `Links to ${page.path} lead to the new path if the page was published.`
                  : "One to three parts of small letters, digits and hyphens, such as /kas-2027.",
            })}
          </div>
          {field("description")}
          {field("image")}
          <div className="columns">
            {field("status")}
            {field("publish_date", { help: "A published page goes live then." })}
            {field("unpublish_date", { help: "The page leaves the site then." })}
          </div>
          <BlockList model={model} blocks={form.blocks} errors={submit.fields} onChange={changeBlocks} />
        </DocumentForm>
      </WithPreview>
    </Panel>
  );
}
