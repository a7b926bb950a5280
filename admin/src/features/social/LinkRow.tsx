import { Button } from "@mantine/core";
import { useState } from "react";
import type { SocialLink } from "@/api/types";
import { useConfirm } from "@/components/confirm";
import { toast } from "@/components/toasts";
import { changeLink, deleteLink, parseOrder } from "./calls";
import { LinkFields, type LinkForm } from "./LinkFields";

export function LinkRow({ link }: { link: SocialLink }) {
  const [form, setForm] = useState<LinkForm | null>(null);
  const [busy, setBusy] = useState(false);
  const confirm = useConfirm();

  const remove = async () => {
    const sure = await confirm({
      message: "Are you sure you want to delete this social media link?",
      confirm: "Delete",
    });
    if (!sure) return;
    try {
      await deleteLink(link.id);
      toast.success("Social media link deleted successfully");
    } catch {
      toast.error("Failed to delete social media link");
    }
  };

  const save = async (edited: LinkForm) => {
    setBusy(true);
    try {
      const { url, color, active } = edited;
      await changeLink(link.id, { url: url.trim(), color, active, order_index: parseOrder(edited.order_index) });
      setForm(null);
      toast.success("Social media link updated successfully");
    } catch {
      toast.error("Failed to update social media link");
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
          <LinkFields form={form} onChange={setForm} />
          <div className="row-actions">
            <Button type="submit" size="sm" loading={busy}>
              Save
            </Button>
            <Button variant="default" size="sm" onClick={() => setForm(null)}>
              Cancel
            </Button>
          </div>
        </form>
      </li>
    );
  }
  return (
    <li className="row">
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
          variant="default"
          size="xs"
          aria-label={`Edit ${link.platform}`}
          onClick={() =>
            setForm({
              url: link.url,
              color: link.color,
              order_index: String(link.order_index),
              active: link.active,
            })
          }
        >
          Edit
        </Button>
        <Button variant="subtle" color="brick" size="xs" aria-label={`Delete ${link.platform}`} onClick={remove}>
          Delete
        </Button>
      </div>
    </li>
  );
}
