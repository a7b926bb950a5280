import { reasonOf } from "@academy/shared/api/errors";
import { Button, Modal } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { useRestored } from "@/api/history";
import type { Section } from "@/api/types";
import { useConfirm } from "@/components/confirm";
import { Presence } from "@/components/Presence";
import { Failure, Loading } from "@/components/states";
import { useSubmit } from "@/components/useSubmit";
import { WhileHeld } from "@/components/WhileHeld";
import { useVersions } from "@/editing/useVersions";
import { FieldInputs } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import { wordsOf } from "@/history/values";
import { blockOf } from "@/model/model";
import {
  type ChangedTexts,
  changedTexts,
  fetchPublicTexts,
  historyOf,
  type StoredTexts,
  theirsIn,
  typedOver,
  valuesOf,
  withChanged,
} from "@/model/texts";
import type { ContentModel, Values } from "@/model/types";
import { type Previewing, usePreviewing, WithPreview } from "@/preview/Preview";
import { saveSection } from "./calls";

/** What was typed and not saved, and what it was typed over. */
export interface Typed {
  values: Values;
  over: StoredTexts;
}

interface Props {
  model: ContentModel;
  section: Section | null;
  /** Also of before the dialog was closed. */
  typed: Typed | undefined;
  /** Undefined when it was saved or given up. */
  onTyped: (typed: Typed | undefined) => void;
  onClose: () => void;
}

/**
 * The texts of one section. Closes by its buttons, Escape or a click beside it; only Cancel gives up what was typed.
 */
export function ContentModal({ model, section, typed, onTyped, onClose }: Props) {
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
          typed={typed}
          previewing={previewing}
          onTyped={onTyped}
          onToggle={setOver}
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
  /** Told when another dialog opens over this one and closes. */
  onToggle: (opened: boolean) => void;
  /** Saved or given up. */
  onDone: () => void;
}

function ContentForm({ model, section, typed, previewing, onTyped, onToggle, onDone }: FormProps) {
  const fields = blockOf(model, section.block || section.type)?.fields ?? [];
  const [stored, setStored] = useState(typed?.over ?? null);
  const [resumed] = useState(typed !== undefined);
  const [failure, setFailure] = useState<unknown>();
  const confirm = useConfirm();

  const load = useCallback(async () => {
    setFailure(undefined);
    try {
      const texts = await fetchPublicTexts("home", section.type);
      setStored(texts);
      return texts;
    } catch (error) {
      setFailure(error);
    }
  }, [section.type]);
  useEffect(() => {
    if (!resumed) void load();
  }, [load, resumed]);
  const texts = historyOf("home", section.type);
  useRestored("page-content", async (id) => {
    if (id !== texts.id) return;
    const now = await load();
    if (now && stored && typed) onTyped({ values: typedOver(fields, stored, typed.values, now), over: now });
  });

  const latest = useRef(typed);
  latest.current = typed;
  const values = typed?.values ?? (stored ? valuesOf(fields, stored) : {});
  const versions = useVersions<ChangedTexts>({
    what: "texts",
    id: texts.id,
    onTake: (changes) => stored && onTyped({ values: withChanged(fields, values, changes), over: stored }),
    onToggle,
  });
  const save = useSubmit<{ over: StoredTexts }>(async (how) => {
    if (!stored) return;
    const changed = changedTexts(fields, stored, values);
    let now = how?.over ?? stored;
    try {
      await saveSection(section.type, fields, changed, now, (key, item) => {
        now = { ...now, items: { ...now.items, [key]: item } };
        setStored((known) => known && { ...known, items: { ...known.items, [key]: item } });
      });
      const since = latest.current;
      if (!since || since === typed) return onDone();
      // What was typed while the answer was awaited is not in it.
      setStored(now);
      onTyped({ values: typedOver(fields, stored, since.values, now), over: now });
    } catch (error) {
      const theirs = theirsIn(error);
      if (theirs) {
        return versions.meet({
          place: texts,
          theirs: wordsOf(fields, valuesOf(fields, theirs)),
          mine: wordsOf(fields, typedOver(fields, stored, values, theirs)),
          changes: changed,
          reload: () => {
            setStored(theirs);
            onTyped(undefined);
          },
          overwrite: () => save.send({ over: theirs }),
        });
      }
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
      <Presence {...texts} />
      {versions.notice}
      <form className="stack" {...save.form}>
        <FieldInputs
          fields={fields}
          values={values}
          errors={save.fields}
          onChange={(values) => onTyped({ values, over: stored })}
        />
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
              onToggle={onToggle}
            />
            {previewing.button}
          </div>
          {cancel}
          <Button type="submit" data-disabled={save.busy} aria-disabled={save.busy}>
            {save.busy ? "Saving..." : "Save Changes"}
          </Button>
        </div>
      </form>
      {versions.dialog}
    </WithPreview>
  );
}
