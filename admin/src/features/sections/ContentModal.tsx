import { reasonOf } from "@academy/shared/api/errors";
import { Button, Modal } from "@mantine/core";
import { useEffect, useState } from "react";
import type { Section } from "@/api/types";
import { DocumentForm } from "@/editing/DocumentForm";
import { Presence } from "@/editing/Presence";
import { useDocument } from "@/editing/useDocument";
import { FieldInputs } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import { blockOf } from "@/model/model";
import { changedTexts, historyOf, NO_TEXTS } from "@/model/texts";
import type { ContentModel } from "@/model/types";
import { type Previewing, usePreviewing, WithPreview } from "@/preview/Preview";
import { WhileHeld } from "@/publishing/WhileHeld";
import { FormError } from "@/ui/FormError";
import { Failure, Loading } from "@/ui/states";
import { sectionTexts } from "./calls";

interface Props {
  model: ContentModel;
  section: Section | null;
  /** Told whether something is typed and not saved. */
  onTyped: (section: Section, unsaved: boolean) => void;
  onClose: () => void;
}

/**
 * The texts of one section. Closes by its buttons, Escape or a click beside it; only Cancel gives up what was typed.
 */
export function ContentModal({ model, section, onTyped, onClose }: Props) {
  const [over, setOver] = useState(false);
  const previewing = usePreviewing();
  const close = () => {
    previewing.close();
    onClose();
  };
  return (
    <Modal
      opened={section !== null}
      onClose={close}
      // Escape closes what stands over it only.
      closeOnEscape={!over}
      size={previewing.beside ? "90rem" : 800}
      title={section ? `Edit Section Content: ${section.name}` : ""}
    >
      {section && (
        <ContentForm
          key={section.id}
          model={model}
          section={section}
          previewing={previewing}
          onTyped={onTyped}
          onToggle={setOver}
          onDone={close}
        />
      )}
    </Modal>
  );
}

interface FormProps extends Omit<Props, "onClose"> {
  section: Section;
  previewing: Previewing;
  /** Told when another dialog opens over this one and closes. */
  onToggle: (opened: boolean) => void;
  /** Saved or given up. */
  onDone: () => void;
}

function ContentForm({ model, section, previewing, onTyped, onToggle, onDone }: FormProps) {
  const fields = blockOf(model, section.block || section.type)?.fields ?? [];
  const [kind] = useState(() => sectionTexts(section.type, fields));
  const texts = historyOf("home", section.type);
  const done = () => {
    onTyped(section, false);
    onDone();
  };
  const document = useDocument(kind, texts.id, done);
  const { form, stored, dirty, submit } = document;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => {
    if (!document.loading) onTyped(section, dirty);
  }, [document.loading, dirty]);
  const giveUp = async () => {
    const question = { message: "Discard your changes to this section?", detail: `“${section.name}”` };
    if (await document.giveUp(question)) done();
  };
  const cancel = (
    <Button variant="default" onClick={giveUp}>
      Cancel
    </Button>
  );

  if (document.loading || document.loadError) {
    return (
      <>
        {document.loading ? (
          <Loading label="Loading section content..." />
        ) : (
          <Failure title="Failed to load section content" error={document.loadError} onRetry={document.retry} />
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
        values: changedTexts(fields, stored ?? NO_TEXTS, form),
      })}
    >
      <Presence {...texts} />
      <DocumentForm
        document={document}
        onToggle={onToggle}
        failure={
          <FormError
            message={submit.cause === null ? null : "Failed to save changes. Please try again."}
            detail={reasonOf(submit.cause)}
          />
        }
        foot={
          <>
            <WhileHeld />
            <div className="actions">
              <div className="actions-start">
                <History
                  documents={[
                    { ...texts, name: "Texts" },
                    { collection: "sections", id: section.id, name: "Name, type and visibility" },
                  ]}
                  onToggle={onToggle}
                />
                {previewing.button}
              </div>
              {cancel}
              <Button type="submit" data-disabled={submit.busy} aria-disabled={submit.busy}>
                {submit.busy ? "Saving..." : "Save Changes"}
              </Button>
            </div>
          </>
        }
      >
        <FieldInputs fields={fields} values={form} errors={submit.fields} onChange={document.setForm} />
        <p className="form-hint">An empty field shows the default text, in grey.</p>
      </DocumentForm>
    </WithPreview>
  );
}
