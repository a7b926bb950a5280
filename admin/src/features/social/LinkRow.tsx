import { Button } from "@mantine/core";
import { type Ref, useRef, useState } from "react";
import type { SocialLink } from "@/api/types";
import { CancelButton } from "@/editing/CancelButton";
import { DocumentForm } from "@/editing/DocumentForm";
import { Presence } from "@/editing/Presence";
import { useDocument } from "@/editing/useDocument";
import { History } from "@/history/History";
import { undoDeletion } from "@/history/undo";
import { DeleteButton } from "@/lists/DeleteEntry";
import { focusAfter } from "@/ui/focusAfter";
import { useAction } from "@/ui/useAction";
import { deleteLink, LINKS } from "./calls";
import { LinkFields } from "./LinkFields";

export function LinkRow({ link }: { link: SocialLink }) {
  const [editing, setEditing] = useState(false);
  const { act, busy } = useAction();
  const edit = useRef<HTMLButtonElement>(null);
  const url = useRef<HTMLInputElement>(null);

  const remove = () =>
    act({
      question: {
        message: "Are you sure you want to delete this social media link?",
        detail: `${link.platform}: ${link.url}`,
        confirm: "Delete",
      },
      run: () => deleteLink(link),
      done: "Social media link deleted successfully",
      undo: (revision) => undoDeletion({ collection: "social-links", id: link.id }, revision),
      failed: "Failed to delete social media link",
    });

  if (editing) return <EditRow link={link} url={url} onClose={() => focusAfter(() => setEditing(false), edit)} />;
  return (
    <li className="row" data-entry={link.id}>
      <span className="social-color" style={{ background: link.color }} aria-hidden="true" />
      <div className="row-main">
        <h3>{link.platform}</h3>
        <p className="row-meta">
          <span className="social-address">{link.url}</span>
          <span className="figures">Order {link.order_index}</span>
          <span className="status" data-status={link.active ? "published" : "draft"}>
            {link.active ? "active" : "inactive"}
          </span>
        </p>
      </div>
      <div className="row-actions">
        <Button
          ref={edit}
          variant="default"
          size="xs"
          aria-label={`Edit ${link.platform}`}
          onClick={() => focusAfter(() => setEditing(true), url)}
        >
          Edit
        </Button>
        <DeleteButton id={link.id} name={link.platform} remove={remove} busy={busy} />
      </div>
    </li>
  );
}

interface EditProps {
  link: SocialLink;
  url: Ref<HTMLInputElement>;
  onClose: () => void;
}

function EditRow({ link, url, onClose }: EditProps) {
  const place = { collection: LINKS.collection, id: link.id, name: link.platform } as const;
  const document = useDocument(LINKS, link.id, onClose, { known: link });
  const { form, setForm, submit } = document;
  return (
    <li className="row">
      <div className="row-main">
        <Presence collection={place.collection} id={place.id} />
        <DocumentForm
          document={document}
          className="social-form"
          name={`Edit ${link.platform}`}
          foot={
            <div className="row-actions">
              <Button type="submit" size="sm" loading={submit.busy}>
                Save
              </Button>
              <CancelButton document={document} size="sm" onCancel={onClose} />
              <History documents={[place]} />
            </div>
          }
        >
          <strong className="social-platform">{link.platform}</strong>
          <LinkFields form={form} errors={submit.fields} onChange={setForm} first={url} />
        </DocumentForm>
      </div>
    </li>
  );
}
