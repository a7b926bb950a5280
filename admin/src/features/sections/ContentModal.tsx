import { reasonOf } from "@academy/shared/api/errors";
import { Button, Modal } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { useRestored } from "@/api/history";
import type { Section } from "@/api/types";
import { useConfirm } from "@/components/confirm";
import { Presence } from "@/components/Presence";
import { Failure, Loading } from "@/components/states";
import { useSubmit } from "@/components/useSubmit";
import { WhileHeld } from "@/components/WhileHeld";
import { FieldInputs } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import { blockOf } from "@/model/model";
import { changedTexts, fetchTexts, historyOf, type StoredTexts, saveTexts, typedOver, valuesOf } from "@/model/texts";
import type { ContentModel, Values } from "@/model/types";
import { type Previewing, usePreviewing, WithPreview } from "@/preview/Preview";

interface Props {
  model: ContentModel;
  section: Section | null;
  /** What was typed and not saved, also before the dialog was closed. */
  typed: Values | undefined;
  /** Undefined when it was saved or given up. */
  onTyped: (values: Values | undefined) => void;
  onClose: () => void;
}

/**
 * The texts of one section. Closes by its buttons, Escape or a click beside it; only Cancel gives up what was typed.
 */
export function ContentModal({ model, section, typed, onTyped, onClose }: Props) {
  const [history, setHistory] = useState(false);
  const previewing = usePreviewing();
  const close = () => {
    previewing.close();
    onClose();
  };
  return (
    <Modal
      opened={section !== null}
      onClose={close}
      // Escape closes the history only.
      closeOnEscape={!history}
      size={previewing.beside ? "90rem" : 800}
      title={section ? `Edit Section Content: ${section.name}` : ""}
    >
      {section && (
        <ContentForm
          key={section.id}
          model={model}
          section={section}
          typed={typed}
          previewing={previewing}
          onTyped={onTyped}
          onHistory={setHistory}
          onDone={() => {
            onTyped(undefined);
            close();
          }}
        />
      )}
    </Modal>
  );
}

interface FormProps extends Omit<Props, "onClose"> {
  section: Section;
  previewing: Previewing;
  onHistory: (opened: boolean) => void;
  /** Saved or given up. */
  onDone: () => void;
}

function ContentForm({ model, section, typed, previewing, onTyped, onHistory, onDone }: FormProps) {
  const fields = blockOf(model, section.block || section.type)?.fields ?? [];
  const [stored, setStored] = useState<StoredTexts | null>(null);
  const [failure, setFailure] = useState<unknown>();
  const confirm = useConfirm();

  const load = useCallback(async () => {
    setFailure(undefined);
    try {
      const texts = await fetchTexts("home", section.type);
      setStored(texts);
      return texts;
    } catch (error) {
      setFailure(error);
    }
  }, [section.type]);
  useEffect(() => void load(), [load]);
  const texts = historyOf("home", section.type);
  useRestored("page-content", async (id) => {
    if (id !== texts.id) return;
    const now = await load();
    if (now && stored && typed) onTyped(typedOver(fields, stored, typed, now));
  });

  const values = typed ?? (stored ? valuesOf(fields, stored) : {});
  const save = useSubmit(async () => {
    try {
      await saveTexts({ page: "home", section: section.type }, fields, stored ?? {}, values, (key, item) =>
        setStored((known) => ({ ...known, [key]: item })),
      );
      onDone();
    } catch (error) {
      console.error("section update failed", error);
      throw error;
    }
  });
  const giveUp = async () => {
    const question = { message: "Give up the changes to this section?", detail: `“${section.name}”` };
    if (!typed || (await confirm({ ...question, confirm: "Give up changes", cancel: "Keep editing" }))) onDone();
  };
  const cancel = (
    <Button variant="default" onClick={giveUp}>
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

  return (
    <WithPreview
      previewing={previewing}
      request={() => ({
        kind: "page-content",
        id: `home.${section.type}`,
        values: changedTexts(fields, stored, values),
      })}
    >
      <form className="stack" {...save.form}>
        <Presence {...texts} />
        <FieldInputs fields={fields} values={values} errors={save.fields} onChange={onTyped} />
        <p className="form-hint">An empty field shows the site's own text, which stands in it in grey.</p>
        <div role="alert">
          {save.cause !== null && (
            <>
              <p className="field-error">Failed to save changes. Please try again.</p>
              <p className="form-hint">{reasonOf(save.cause)}</p>
            </>
          )}
        </div>
        <WhileHeld />
        <div className="actions">
          <div className="actions-start">
            <History
              documents={[
                { ...texts, name: "Texts" },
                { collection: "sections", id: section.id, name: "Name, type and visibility" },
              ]}
              onToggle={onHistory}
            />
            {previewing.button}
          </div>
          {cancel}
          <Button type="submit" data-disabled={save.busy} aria-disabled={save.busy}>
            {save.busy ? "Saving..." : "Save Changes"}
          </Button>
        </div>
      </form>
    </WithPreview>
  );
}
