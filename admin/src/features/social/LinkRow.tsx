import { Button } from "@mantine/core";
import { type Ref, useRef, useState } from "react";
import type { SocialLink } from "@/api/types";
import { DeleteButton } from "@/components/DeleteEntry";
import { FormError } from "@/components/FormError";
import { focusAfter } from "@/components/focusAfter";
import { Presence } from "@/components/Presence";
import { toast } from "@/components/toasts";
import { useAction } from "@/components/useAction";
import { useEdit } from "@/components/useEdit";
import { History } from "@/history/History";
import { undoDeletion, undoSave } from "@/history/undo";
import { changeLink, deleteLink, type Editable } from "./calls";
import { editableOf, formOf, LinkFields, type LinkForm } from "./LinkFields";

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
  const document = { collection: "social-links", id: link.id, name: link.platform } as const;
  const { form, setForm, submit, notice, dialog } = useEdit<SocialLink, LinkForm, Editable>({
    what: "social media link",
    place: document,
    stored: link,
    formOf,
    payloadOf: editableOf,
    wordsOf: ({ url, color, order_index, active }) => ({
      URL: url,
      Color: color,
      Order: String(order_index),
      Active: active ? "Active" : "Inactive",
    }),
    write: (changes, revision) => changeLink(link.id, changes, revision),
    onSaved: ({ id, revision = 0 }, changes, stays) => {
      if (!stays) onClose();
      const hides = changes.active === false;
      toast.success("Social media link updated successfully", {
        button: hides ? undoSave({ collection: "social-links", id }, revision, Object.keys(changes)) : undefined,
      });
    },
    failed: "Failed to update social media link",
  });
  return (
    <li className="row">
      <div className="row-main">
        <Presence collection={document.collection} id={document.id} />
        {notice}
        <form className="social-form" aria-label={`Edit ${link.platform}`} {...submit.form}>
          <strong className="social-platform">{link.platform}</strong>
          <LinkFields form={form} errors={submit.fields} onChange={setForm} first={url} />
          <div className="row-actions">
            <Button type="submit" size="sm" loading={submit.busy}>
              Save
            </Button>
            <Button variant="default" size="sm" onClick={onClose}>
              Cancel
            </Button>
            <History documents={[document]} />
          </div>
          <FormError message={submit.error} />
        </form>
        {dialog}
      </div>
    </li>
  );
}
