import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import type { SocialLink } from "@/api/types";
import { CancelButton } from "@/editing/CancelButton";
import { DocumentForm } from "@/editing/DocumentForm";
import { Presence } from "@/editing/Presence";
import { type EditedDocument, useDocument } from "@/editing/useDocument";
import { FormFields } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import { useTrash } from "@/history/useTrash";
import { DeleteButton } from "@/lists/DeleteEntry";
import { COLLECTIONS } from "@/resources/collections";
import { focusAfter } from "@/ui/focusAfter";
import { toast } from "@/ui/toasts";
import { defaultColor, LINKS, type LinkForm } from "./calls";

const { fields: FIELDS } = COLLECTIONS["social-links"];

/** The fields of a link; a new one's platform sets its colour. */
function LinkFields({ document, isNew }: { document: EditedDocument<SocialLink, LinkForm>; isNew?: true }) {
  const { form, setForm, submit } = document;
  return (
    <FormFields
      fields={isNew ? FIELDS : FIELDS.filter(({ key }) => key !== "platform")}
      form={form}
      errors={submit.fields}
      onChange={(change) => {
        const color = change.platform !== undefined && { color: defaultColor(change.platform) };
        setForm((now) => ({ ...now, ...change, ...color }));
      }}
    />
  );
}

const NEW = { ...LINKS, stays: "emptied" } as const;

export function AddLink() {
  const document: EditedDocument<SocialLink, LinkForm> = useDocument(NEW, null, () => {}, {
    ready: async () => {
      const { platform, url } = document.form;
      if (platform && url.trim()) return true;
      toast.error("Please fill in platform and URL");
      return false;
    },
  });
  return (
    <DocumentForm
      document={document}
      className="social-form"
      foot={
        <Button type="submit" loading={document.submit.busy}>
          Add Link
        </Button>
      }
    >
      <LinkFields document={document} isNew />
    </DocumentForm>
  );
}

export function LinkRow({ link }: { link: SocialLink }) {
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const row = useRef<HTMLLIElement>(null);
  const url = {
    get current() {
      return row.current?.querySelector<HTMLInputElement>("input[name=url]") ?? null;
    },
  };
  const trash = useTrash("social-links", {
    what: "Social media link",
    done: "Social media link deleted successfully",
  });
  const remove = () =>
    trash.remove(link, {
      message: "Are you sure you want to delete this social media link?",
      detail: `${link.platform}: ${link.url}`,
    });
  if (editing) {
    return (
      <li ref={row} className="row">
        <EditForm link={link} onClose={() => focusAfter(() => setEditing(false), edit)} />
      </li>
    );
  }
  return (
    <li ref={row} className="row" data-entry={link.id}>
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
        <DeleteButton id={link.id} name={link.platform} remove={remove} busy={trash.busy} />
      </div>
    </li>
  );
}

function EditForm({ link, onClose }: { link: SocialLink; onClose: () => void }) {
  const place = { collection: "social-links", id: link.id, name: link.platform } as const;
  const document = useDocument(LINKS, link.id, onClose, { known: link });
  return (
    <div className="row-main">
      <Presence collection={place.collection} id={place.id} />
      <DocumentForm
        document={document}
        className="social-form"
        name={`Edit ${link.platform}`}
        foot={
          <div className="row-actions">
            <Button type="submit" size="sm" loading={document.submit.busy}>
              Save
            </Button>
            <CancelButton document={document} size="sm" onCancel={onClose} />
            <History documents={[place]} />
          </div>
        }
      >
        <strong className="social-platform">{link.platform}</strong>
        <LinkFields document={document} />
      </DocumentForm>
    </div>
  );
}
