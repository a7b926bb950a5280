import { asSentence } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useMay } from "@/api/session";
import type { Article } from "@/api/types";
import { DocumentForm } from "@/editing/DocumentForm";
import { DraftFoot } from "@/editing/DraftFoot";
import { Presence } from "@/editing/Presence";
import { type OnDone, useDocument } from "@/editing/useDocument";
import { History } from "@/history/History";
import { usePreviewing, WithPreview } from "@/preview/Preview";
import { Share } from "@/preview/Share";
import { failureOf } from "@/publishing/failedPages";
import { usePublishStatus } from "@/resources/publishing";
import { Panel } from "@/ui/Panel";
import { ArticleFields } from "./ArticleFields";
import { AskForReview, ReviewNotice } from "./ArticleReview";
import { ARTICLES } from "./calls";
import { publishes, whatSavingDoes } from "./dates";
import { type ArticleForm, errorsOf, payloadOf } from "./form";
import { useUploads } from "./useUploads";
import "./articles.css";

interface Props {
  /** The article to edit, or null to write a new one. */
  id: string | null;
  onDone: OnDone;
}

type Edited = ReturnType<typeof useDocument<Article, ArticleForm>>;

/** The same document, whose form is saved as a working copy. */
const savingBeside = (document: Edited): Edited => {
  const send: Edited["submit"]["send"] = (options) => document.submit.send({ stay: true, ...options, as: "draft" });
  const form = {
    ...document.submit.form,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void send();
    },
  };
  return { ...document, submit: { ...document.submit, send, form } };
};

const saveWord = (id: string | null, beside: boolean) => {
  if (id === null) return "Create Article";
  return beside ? "Save changes" : "Update Article";
};

export function ArticleEditor({ id, onDone }: Props) {
  const uploads = useUploads();
  const done: OnDone = (next, options) => {
    if (!options?.stay) uploads.refuse(undefined);
    onDone(next, options);
  };
  const edited = useDocument(ARTICLES, id, done, { ready: uploads.settled });
  const { form, stored: article } = edited;
  const publisher = useMay()("content:publish");
  // Only somebody who may publish changes a live article; others save a working copy.
  const beside = !publisher && article?.status === "published";
  const document = beside ? savingBeside(edited) : edited;
  const { submit } = document;
  const [began] = useState(id);
  const created = began === null && id !== null;
  const waits = submit.busy && uploads.pending > 0;
  const { data: publishing } = usePublishStatus();
  const previewing = usePreviewing();
  const notMade = failureOf(publishing, article?.slug);
  const cancel = async () => {
    if (await document.giveUp(article ? { detail: `“${article.title}”` } : {})) done(null);
  };

  return (
    <Panel
      title={id === null ? "Create Article" : "Edit Article"}
      subtitle={article ? `${article.title} · by ${article.author}` : undefined}
      actions={
        <>
          {previewing.button}
          {article && <Share kind="article" id={article.id} keep={document.saveCopy} />}
          {article && <History documents={[{ collection: "articles", id: article.id, name: article.title }]} />}
        </>
      }
    >
      {article && <Presence collection="articles" id={article.id} />}
      <WithPreview
        previewing={previewing}
        request={() => (document.blank ? null : { kind: "article", id: article?.id ?? "new", values: payloadOf(form) })}
      >
        <DocumentForm
          document={document}
          above={
            <>
              {article && <ReviewNotice id={article.id} />}
              {notMade && (
                <div className="notice notice-failed" role="alert">
                  <p>
                    <strong>The page of this article could not be built.</strong> {asSentence(notMade)} Visitors see its
                    last good version, or none. Correct the article and update it: the page is then built again.
                  </p>
                </div>
              )}
            </>
          }
          foot={
            <DraftFoot
              document={document}
              save={waits ? "Uploading the picture…" : saveWord(id, beside)}
              waits={waits}
              publishes={publishes(form, article)}
            >
              {id !== null && (
                <Button variant="default" onClick={cancel}>
                  {created && !document.changed ? "New Article" : "Cancel"}
                </Button>
              )}
              {article && !publisher && <AskForReview id={article.id} save={() => submit.send({ stay: true })} />}
              <p className="form-effect">
                {beside
                  ? "The article stays as it is until an editor publishes your changes."
                  : whatSavingDoes(form, article)}
              </p>
            </DraftFoot>
          }
        >
          <ArticleFields
            form={form}
            slug={article?.slug}
            errors={{ ...errorsOf(notMade, form), ...submit.fields }}
            uploads={uploads}
            publisher={publisher}
            onChange={document.setForm}
          />
        </DocumentForm>
      </WithPreview>
    </Panel>
  );
}
