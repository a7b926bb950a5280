import { Button, Modal, Textarea, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Section } from "@/api/types";
import { Loading } from "@/components/states";
import { fetchContent, type StoredTexts, saveContent } from "./calls";
import { fieldsOf } from "./fields";

type Texts = Readonly<Record<string, string>>;

/**
 * The texts of one section. Closes by its buttons, Escape or a click beside
 * it; only Cancel and saving forget what was typed.
 */
export function ContentModal({ section, onClose }: { section: Section | null; onClose: () => void }) {
  const typed = useRef(new Map<string, Texts>());
  return (
    <Modal
      opened={section !== null}
      onClose={onClose}
      size={800}
      title={section ? `Edit Section Content: ${section.name}` : ""}
    >
      {section && (
        <ContentForm
          key={section.id}
          section={section}
          typed={typed.current.get(section.id)}
          onTyped={(values) => typed.current.set(section.id, values)}
          onDone={() => {
            typed.current.delete(section.id);
            onClose();
          }}
        />
      )}
    </Modal>
  );
}

interface FormProps {
  section: Section;
  /** What was typed when the dialog was closed without saving. */
  typed: Texts | undefined;
  onTyped: (values: Texts) => void;
  onDone: () => void;
}

function ContentForm({ section, typed, onTyped, onDone }: FormProps) {
  const fields = fieldsOf(section.type);
  const [stored, setStored] = useState<StoredTexts | null>(null);
  const [changed, setChanged] = useState<Texts>(typed ?? {});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let current = true;
    fetchContent(section.type).then(
      (items) => {
        if (!current) return;
        setStored(Object.fromEntries(items.map(({ type, id, content }) => [type, { id, content }])));
      },
      () => current && setError("Failed to load section content"),
    );
    return () => {
      current = false;
    };
  }, [section.type]);

  if (!stored) {
    if (error) {
      return (
        <p className="field-error" role="alert">
          {error}
        </p>
      );
    }
    return <Loading label="Loading section content..." />;
  }

  const textOf = (key: string) => changed[key] ?? stored[key]?.content ?? "";
  const change = (key: string, value: string) => {
    const next = { ...changed, [key]: value };
    setChanged(next);
    onTyped(next);
  };
  const save = async () => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      const values = Object.fromEntries(fields.map(({ key }) => [key, textOf(key)]));
      await saveContent(section.type, fields, stored, values, (key, item) =>
        setStored((known) => ({ ...known, [key]: item })),
      );
      onDone();
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
          value: textOf(field.key),
          onChange: (event: { currentTarget: { value: string } }) => change(field.key, event.currentTarget.value),
        };
        return field.long ? (
          <Textarea key={field.key} rows={4} {...shared} />
        ) : (
          <TextInput key={field.key} {...shared} />
        );
      })}
      <div role="alert">{error && <p className="field-error">{error}</p>}</div>
      <div className="actions">
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" data-disabled={busy} aria-disabled={busy}>
          {busy ? "Saving..." : "Save Changes"}
        </Button>
      </div>
    </form>
  );
}
