import { Button, Modal, Textarea, TextInput } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { reasonOf } from "@/api/errors";
import type { Section } from "@/api/types";
import { Failure, Loading } from "@/components/states";
import { WhileHeld } from "@/components/WhileHeld";
import { fetchContent, type StoredTexts, saveContent } from "./calls";
import { builtInText, fieldsOf } from "./fields";

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
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const load = useCallback(async () => {
    setFailure(undefined);
    try {
      const items = await fetchContent(section.type);
      setStored(Object.fromEntries(items.map(({ type, id, content }) => [type, { id, content }])));
    } catch (error) {
      setFailure(error);
    }
  }, [section.type]);
  useEffect(() => void load(), [load]);

  const cancel = (
    <Button variant="default" onClick={onDone}>
      Cancel
    </Button>
  );
  if (!stored) {
    return (
      <>
        {failure === undefined ? (
          <Loading label="Loading section content..." />
        ) : (
          <Failure title="Failed to load section content" error={failure} onRetry={load} />
        )}
        <div className="actions">{cancel}</div>
      </>
    );
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
    setFailure(undefined);
    try {
      const values = Object.fromEntries(fields.map(({ key }) => [key, textOf(key)]));
      await saveContent(section.type, fields, stored, values, (key, item) =>
        setStored((known) => ({ ...known, [key]: item })),
      );
      onDone();
    } catch (error) {
      setFailure(error);
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
          placeholder: builtInText(section.type, field.key),
          value: textOf(field.key),
          onChange: (event: { currentTarget: { value: string } }) => change(field.key, event.currentTarget.value),
        };
        return field.long ? (
          <Textarea key={field.key} rows={4} {...shared} />
        ) : (
          <TextInput key={field.key} {...shared} />
        );
      })}
      <p className="section-hint">An empty field shows the site's own text, which stands in it in grey.</p>
      <div role="alert">
        {failure !== undefined && (
          <>
            <p className="field-error">Failed to save changes. Please try again.</p>
            <p className="section-hint">{reasonOf(failure)}</p>
          </>
        )}
      </div>
      <WhileHeld />
      <div className="actions">
        {cancel}
        <Button type="submit" data-disabled={busy} aria-disabled={busy}>
          {busy ? "Saving..." : "Save Changes"}
        </Button>
      </div>
    </form>
  );
}
