import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useCallback } from "react";
import { DocumentForm } from "@/editing/DocumentForm";
import { DraftFoot } from "@/editing/DraftFoot";
import { Presence } from "@/editing/Presence";
import { type OnDone, useDocument } from "@/editing/useDocument";
import { ImageAddress } from "@/fields/ImageAddress";
import { History } from "@/history/History";
import type { ContentModel } from "@/model/types";
import { usePreviewing, WithPreview } from "@/preview/Preview";
import { Share } from "@/preview/Share";
import { bind } from "@/ui/bind";
import { zoneHint } from "@/ui/format";
import { Panel } from "@/ui/Panel";
import { BELOW } from "@/ui/wrapperOrder";
import { BlockList } from "./BlockList";
import { PAGES } from "./calls";
import { type Block, type PageForm, payloadOf } from "./form";

const STATUSES = [
  { value: "draft", label: "Draft" },
  { value: "published", label: "Published" },
];

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
  const field = bind(form, submit.fields, set);
  const close = async () => {
    if (await document.giveUp(page ? `“${page.title}”` : undefined)) onDone(null);
  };
  return (
    <Panel
      title={id === null ? "New Page" : "Edit Page"}
      subtitle={page?.title}
      actions={
        <>
          {previewing.button}
          {id !== null && <Share kind="page" id={id} keep={document.keep} />}
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
            <TextInput label="Title" dir="auto" required {...field("title", 200)} />
            <TextInput
              label="Path"
              placeholder="Made from the title"
              description={
                page && page.path !== form.path
                  ? `Links to ${page.path} lead to the new path if the page was published.`
                  : "One to three parts of small letters, digits and hyphens, such as /kas-2027."
              }
              inputWrapperOrder={BELOW}
              {...field("path")}
            />
          </div>
          <Textarea
            label="Description"
            dir="auto"
            description="A sentence or two for search engines and links that people share."
            autosize
            minRows={2}
            {...field("description", 500)}
          />
          <ImageAddress
            label="Picture"
            description="Shown when people share a link. Without one, the site makes a picture."
            {...field("image")}
            onChange={(image) => set({ image })}
          />
          <div className="columns">
            <NativeSelect label="Status" data={STATUSES} {...field("status")} />
            <TextInput
              label="Publish date"
              type="datetime-local"
              description={`${zoneHint(form.publish_date)} A published page goes live then.`}
              inputWrapperOrder={BELOW}
              {...field("publish_date")}
            />
            <TextInput
              label="Unpublish date"
              type="datetime-local"
              description={`${zoneHint(form.unpublish_date)} The page leaves the site then.`}
              inputWrapperOrder={BELOW}
              {...field("unpublish_date")}
            />
          </div>
          <BlockList model={model} blocks={form.blocks} errors={submit.fields} onChange={changeBlocks} />
        </DocumentForm>
      </WithPreview>
    </Panel>
  );
}
