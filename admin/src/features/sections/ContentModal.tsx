import { Button, Modal } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { reasonOf } from "@/api/errors";
import type { Section } from "@/api/types";
import { Failure, Loading } from "@/components/states";
import { WhileHeld } from "@/components/WhileHeld";
import { FieldInputs } from "@/fields/FieldInputs";
import { blockOf } from "@/model/model";
import { fetchTexts, type StoredTexts, saveTexts, valuesOf } from "@/model/texts";
import type { ContentModel, Values } from "@/model/types";

/**
 * The texts of one section. Closes by its buttons, Escape or a click beside
 * it; only Cancel and saving forget what was typed.
 */
export function ContentModal({
  model,
  section,
  onClose,
}: {
  model: ContentModel;
  section: Section | null;
  onClose: () => void;
}) {
  const typed = useRef(new Map<string, Values>());
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
          model={model}
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
  model: ContentModel;
  section: Section;
  /** What the form held when the dialog was closed without saving. */
  typed: Values | undefined;
  onTyped: (values: Values) => void;
  onDone: () => void;
}

function ContentForm({ model, section, typed, onTyped, onDone }: FormProps) {
  const fields = blockOf(model, section.block || section.type)?.fields ?? [];
  const [stored, setStored] = useState<StoredTexts | null>(null);
  const [changed, setChanged] = useState<Values | undefined>(typed);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  const load = useCallback(async () => {
    setFailure(undefined);
    try {
      setStored(await fetchTexts("home", section.type));
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

  const values = changed ?? valuesOf(fields, stored);
  const change = (next: Values) => {
    setChanged(next);
    onTyped(next);
  };
  const save = async () => {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await saveTexts({ page: "home", section: section.type }, fields, stored, values, (key, item) =>
        setStored((known) => ({ ...known, [key]: item })),
      );
      onDone();
    } catch (error) {
      console.error("section update failed", error);
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
      <FieldInputs fields={fields} values={values} errors={{}} onChange={change} />
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
