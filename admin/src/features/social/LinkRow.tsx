import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import type { SocialLink } from "@/api/types";
import { useConfirm } from "@/components/confirm";
import { DeleteButton } from "@/components/DeleteEntry";
import { focusAfter } from "@/components/focusAfter";
import { toast } from "@/components/toasts";
import { changeLink, deleteLink, parseOrder } from "./calls";
import { LinkFields, type LinkForm } from "./LinkFields";

export function LinkRow({ link }: { link: SocialLink }) {
  const [form, setForm] = useState<LinkForm | null>(null);
  const [busy, setBusy] = useState(false);
  const confirm = useConfirm();
  const edit = useRef<HTMLButtonElement>(null);
  const url = useRef<HTMLInputElement>(null);
  const close = () => focusAfter(() => setForm(null), edit);

  const remove = async (id: string) => {
    const sure = await confirm({
      message: "Are you sure you want to delete this social media link?",
      detail: `${link.platform}: ${link.url}`,
      confirm: "Delete",
    });
    if (!sure) return "kept";
    try {
      await deleteLink(id);
      toast.success("Social media link deleted successfully");
      return "done";
    } catch (error) {
      toast.failure("Failed to delete social media link", error);
      return "failed";
    }
  };

  const save = async (edited: LinkForm) => {
    setBusy(true);
    try {
      const { url, color, active } = edited;
      await changeLink(link.id, { url: url.trim(), color, active, order_index: parseOrder(edited.order_index) });
      close();
      toast.success("Social media link updated successfully");
    } catch (error) {
      toast.failure("Failed to update social media link", error);
    } finally {
      setBusy(false);
    }
  };

  if (form) {
    return (
      <li className="row">
        <form
          className="social-form"
          aria-label={`Edit ${link.platform}`}
          onSubmit={(event) => {
            event.preventDefault();
            void save(form);
          }}
        >
          <strong className="social-platform">{link.platform}</strong>
          <LinkFields form={form} onChange={setForm} first={url} />
          <div className="row-actions">
            <Button type="submit" size="sm" loading={busy}>
              Save
            </Button>
            <Button variant="default" size="sm" onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      </li>
    );
  }
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
          onClick={() => focusAfter(() => setForm(formOf(link)), url)}
        >
          Edit
        </Button>
        <DeleteButton id={link.id} name={link.platform} remove={remove} />
      </div>
    </li>
  );
}

function formOf({ url, color, order_index, active }: SocialLink): LinkForm {
  return { url, color, order_index: String(order_index), active };
}
