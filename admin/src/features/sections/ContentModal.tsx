import { Button, Modal, Textarea, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Section } from "@/api/types";
import { Loading } from "@/components/states";
import { fetchContent, saveContent } from "./calls";
import { fieldsOf } from "./fields";

interface Loaded {
  ids: Record<string, string>;
  texts: Record<string, string>;
}

/** The texts of one section. Closes by its buttons, Escape or a click beside it. */
export function ContentModal({ section, onClose }: { section: Section | null; onClose: () => void }) {
  return (
    <Modal
      opened={section !== null}
      onClose={onClose}
      size={800}
      title={section ? `Edit Section Content: ${section.name}` : ""}
    >
      {section && <ContentForm key={section.id} section={section} onClose={onClose} />}
    </Modal>
  );
}

function ContentForm({ section, onClose }: { section: Section; onClose: () => void }) {
  const fields = fieldsOf(section.type);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let current = true;
    fetchContent(section.type).then(
      (items) => {
        if (!current) return;
        const texts = Object.fromEntries(items.map((item) => [item.type, item.content]));
        setLoaded({ ids: Object.fromEntries(items.map((item) => [item.type, item.id])), texts });
        setValues(texts);
      },
      () => current && setError("Failed to load section content"),
    );
    return () => {
      current = false;
    };
  }, [section.type]);

  if (!loaded) {
    if (error) {
      return (
        <p className="field-error" role="alert">
          {error}
        </p>
      );
    }
    return <Loading label="Loading section content..." />;
  }

  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      await saveContent(section.type, fields, loaded.ids, loaded.texts, values);
      onClose();
    } catch {
      setError("Failed to save changes. Please try again.");
      setBusy(false);
    }
  };

  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {fields.map((field) => {
        const shared = {
          label: field.label,
          name: field.key,
          value: values[field.key] ?? "",
          onChange: (event: { currentTarget: { value: string } }) =>
            setValues({ ...values, [field.key]: event.currentTarget.value }),
        };
        return field.long ? (
          <Textarea key={field.key} rows={4} {...shared} />
        ) : (
          <TextInput key={field.key} {...shared} />
        );
      })}
      <div role="alert">{error && <p className="field-error">{error}</p>}</div>
      <div className="actions">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? "Saving..." : "Save Changes"}
        </Button>
      </div>
    </form>
  );
}
