import { Anchor, Button } from "@mantine/core";
import { type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import { DocumentForm } from "@/editing/DocumentForm";
import { FormFoot } from "@/editing/FormFoot";
import { Presence } from "@/editing/Presence";
import { type EditedDocument, useDocument } from "@/editing/useDocument";
import { FieldInputs } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import {
  type ChangedTexts,
  changedTexts,
  fetchTexts,
  historyOf,
  NO_TEXTS,
  type StoredTexts,
  saveTexts,
  textsKind,
} from "@/model/texts";
import type { PageModel, Values } from "@/model/types";
import { usePreviewing, WithPreview } from "@/preview/Preview";
import type { Place } from "@/resources/history";
import { useConfirm } from "@/ui/confirm";
import { Panel } from "@/ui/Panel";
import { toast } from "@/ui/toasts";
import { useInSight } from "./useInSight";

type Document = EditedDocument<StoredTexts, Values>;
/** What the page needs to know of the texts of a section. */
interface Typed {
  document: Document;
  changed: ChangedTexts;
}

/** The texts of one of the site's own pages, section by section. */
export function TextsEditor({ page, onClose }: { page: PageModel; onClose: () => void }) {
  const [sections, setSections] = useState<Readonly<Record<string, Typed>>>({});
  /** How many sections are saved, and whether all are being saved together. */
  const saved = useRef(0);
  const together = useRef(false);
  const confirm = useConfirm();
  const previewing = usePreviewing();
  const typed = Object.values(sections);
  const unsaved = typed.filter(({ document }) => document.dirty);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    together.current = true;
    const before = saved.current;
    for (const [index, { document }] of unsaved.entries()) {
      await document.submit.send();
      // One that is refused, or that somebody else has changed, is settled first.
      if (saved.current !== before + index + 1) break;
    }
    together.current = false;
    if (saved.current === before + unsaved.length) toast.success("Texts saved");
  };
  const close = async () => {
    if (unsaved.length > 0) {
      const sure = await confirm({
        message: "Discard your changes to these texts?",
        detail: page.name,
        confirm: "Discard changes",
        cancel: "Keep editing",
      });
      if (!sure) return;
    }
    await Promise.all(unsaved.map(({ document }) => document.giveUp(null)));
    onClose();
  };
  const request = () => {
    const texts = page.sections.flatMap(({ section }) =>
      Object.entries(sections[section]?.changed ?? {}).map(([key, text]) => [
        section ? `${section}.${key}` : key,
        text,
      ]),
    );
    return { kind: "page-content", id: page.page, values: Object.fromEntries(texts) } as const;
  };

  return (
    <Panel
      title={page.name}
      subtitle={
        page.route && !page.route.includes("{") && page.route !== "/404" ? (
          <Anchor href={page.route}>{page.route}</Anchor>
        ) : (
          page.route
        )
      }
      actions={
        <>
          {previewing.button}
          <History documents={page.sections.map(({ section, name }) => ({ ...historyOf(page.page, section), name }))} />
        </>
      }
    >
      <WithPreview previewing={previewing} request={request}>
        <form className="stack" onSubmit={save}>
          <p className="form-hint">An empty field shows the default text, in grey.</p>
          {page.sections.map((section) => (
            <SectionTexts
              key={section.section}
              page={page.page}
              of={section}
              onSaved={() => {
                saved.current++;
                if (!together.current) toast.success("Texts saved");
              }}
              onTyped={(typed) => setSections((known) => ({ ...known, [section.section]: typed }))}
            />
          ))}
          <FormFoot
            save="Save Texts"
            document={{
              phase: unsaved.length > 0 ? "dirty" : "clean",
              submit: { busy: typed.some(({ document }) => document.submit.busy) },
            }}
          >
            <Button variant="default" onClick={close}>
              {unsaved.length > 0 ? "Cancel" : "Close"}
            </Button>
          </FormFoot>
        </form>
      </WithPreview>
    </Panel>
  );
}

interface SectionProps {
  page: string;
  of: PageModel["sections"][number];
  onSaved: () => void;
  onTyped: (typed: Typed) => void;
}

/** The texts of one section. */
function SectionTexts({ page, of: { section, name, fields }, onSaved, onTyped }: SectionProps) {
  const place = historyOf(page, section);
  const [kind] = useState(() => ({
    ...textsKind(page, section, fields, {
      fetch: () => fetchTexts(page, section),
      save: async (changed, before, revision) => {
        const stored = await saveTexts(page, section, changed, before, revision);
        onSaved();
        return stored;
      },
      failed: "Failed to save texts",
    }),
    stays: true,
  }));
  const document = useDocument(kind, place.id, () => {});
  const { form, stored, dirty, submit } = document;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when it changes
  useEffect(() => {
    onTyped({ document, changed: dirty ? changedTexts(fields, stored ?? NO_TEXTS, form) : {} });
  }, [form, stored, dirty, submit.busy]);
  return (
    <DocumentForm document={document} legend={name}>
      <PresenceInSight frame={submit.frame} place={place} dirty={dirty} />
      <FieldInputs fields={fields} values={form} errors={submit.fields} onChange={document.setForm} />
    </DocumentForm>
  );
}

interface PresenceProps {
  frame: RefObject<HTMLElement | null>;
  place: Place;
  dirty: boolean;
}

/** Says who else has a section open. One that is neither in sight nor changed is not announced. */
function PresenceInSight({ frame, place, dirty }: PresenceProps) {
  const inSight = useInSight(frame);
  return (inSight || dirty) && <Presence {...place} />;
}
