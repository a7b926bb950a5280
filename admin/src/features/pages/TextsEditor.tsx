import { reasonOf } from "@academy/shared/api/errors";
import { Anchor, Button } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { type Place, useRestored } from "@/api/history";
import { useConfirm } from "@/components/confirm";
import { FormError } from "@/components/FormError";
import { Panel } from "@/components/Panel";
import { Presence } from "@/components/Presence";
import { Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useInSight } from "@/components/useInSight";
import { useSubmit } from "@/components/useSubmit";
import { FormFoot } from "@/editing/FormFoot";
import { useLeaveGuard } from "@/editing/leaveGuard";
import { useVersions } from "@/editing/useVersions";
import { FieldInputs } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import { wordsOf } from "@/history/values";
import {
  type ChangedTexts,
  changedTexts,
  fetchTexts,
  historyOf,
  type StoredTexts,
  saveTexts,
  theirsIn,
  typedOver,
  valuesOf,
  withChanged,
} from "@/model/texts";
import type { Field, PageModel, Values } from "@/model/types";
import { usePreviewing, WithPreview } from "@/preview/Preview";

type BySection<T> = Readonly<Record<string, T>>;
const NONE = {};
const NO_TEXTS: StoredTexts = { revision: 0, items: {} };

/** The texts of one of the site's own pages, section by section. */
export function TextsEditor({ page, onClose }: { page: PageModel; onClose: () => void }) {
  const [stored, setStored] = useState<BySection<StoredTexts> | null>(null);
  const [changed, setChanged] = useState<BySection<Values>>({});
  const [failure, setFailure] = useState<unknown>();
  /** The section that is being saved, or was when that failed. */
  const [current, setCurrent] = useState("");
  const confirm = useConfirm();
  const previewing = usePreviewing();
  const dirty = Object.keys(changed).length > 0;
  const letGo = useLeaveGuard(dirty, { message: "Leave without saving these texts?", cancel: "Keep editing" });

  const valuesIn = (section: string, fields: readonly Field[]) =>
    changed[section] ?? valuesOf(fields, stored?.[section] ?? NO_TEXTS);
  const type = (section: string, values: Values) => setChanged((current) => ({ ...current, [section]: values }));

  const load = useCallback(async () => {
    setFailure(undefined);
    try {
      const texts = page.sections.map(async ({ section }) => [section, await fetchTexts(page.page, section)] as const);
      setStored(Object.fromEntries(await Promise.all(texts)));
    } catch (error) {
      setFailure(error);
    }
  }, [page]);
  useEffect(() => void load(), [load]);
  const documents = page.sections.map(({ section, name }) => ({ ...historyOf(page.page, section), name }));
  useRestored("page-content", async (restored) => {
    const at = page.sections.find(({ section }) => historyOf(page.page, section).id === restored);
    if (!at) return;
    const { section, fields } = at;
    const [before, now] = [stored?.[section], await fetchTexts(page.page, section)];
    if (!before) return;
    setStored((known) => known && { ...known, [section]: now });
    setChanged(({ [section]: typed, ...others }) =>
      typed ? { ...others, [section]: typedOver(fields, before, typed, now) } : others,
    );
  });

  const versions = useVersions<BySection<ChangedTexts>>({
    what: "texts",
    id: page.page,
    onTake: (changes) => {
      for (const { section, fields } of page.sections) {
        const own = changes[section];
        if (own) type(section, withChanged(fields, valuesIn(section, fields), own));
      }
    },
  });
  const submit = useSubmit<BySection<StoredTexts>>(
    async (over = {}) => {
      for (const { section, fields } of page.sections) {
        const [values, before] = [changed[section], stored?.[section]];
        if (!values || !before) continue;
        setCurrent(section);
        const changes = changedTexts(fields, before, values);
        try {
          const saved = await saveTexts(page.page, section, changes, over[section] ?? before);
          setStored((known) => known && { ...known, [section]: saved });
          setChanged(({ [section]: typed, ...others }) =>
            // What was typed while the answer was awaited is not in it.
            typed && typed !== values ? { ...others, [section]: typedOver(fields, before, typed, saved) } : others,
          );
        } catch (error) {
          const theirs = theirsIn(error);
          if (!theirs) throw error;
          return await versions.meet({
            place: historyOf(page.page, section),
            theirs: wordsOf(fields, valuesOf(fields, theirs)),
            mine: wordsOf(fields, typedOver(fields, before, values, theirs)),
            changes: { [section]: changes },
            reload: () => {
              setStored((known) => known && { ...known, [section]: theirs });
              setChanged(({ [section]: _, ...others }) => others);
            },
            overwrite: () => submit.send({ [section]: theirs }),
          });
        }
      }
      toast.success("Texts saved");
    },
    { failed: "Failed to save texts", explain: reasonOf },
  );
  if (!stored) {
    if (failure === undefined) return <Loading label="Loading the texts…" />;
    return <Failure title="The texts could not be loaded" error={failure} onRetry={load} />;
  }

  const request = () => {
    const texts = page.sections.flatMap(({ section, fields }) => {
      const typed = changed[section] && changedTexts(fields, stored[section] ?? NO_TEXTS, changed[section]);
      return Object.entries(typed ?? {}).map(([key, text]) => [section ? `${section}.${key}` : key, text]);
    });
    return { kind: "page-content", id: page.page, values: Object.fromEntries(texts) } as const;
  };
  const close = async () => {
    if (dirty) {
      const sure = await confirm({
        message: "Give up the changes to these texts?",
        detail: page.name,
        confirm: "Give up changes",
        cancel: "Keep editing",
      });
      if (!sure) return;
    }
    letGo();
    onClose();
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
          <History documents={documents} />
        </>
      }
    >
      {versions.notice}
      <WithPreview previewing={previewing} request={request}>
        <form className="stack" {...submit.form}>
          <p className="form-hint">An empty field shows the site's own text, which stands in it in grey.</p>
          {page.sections.map(({ section, name, fields }) => (
            <SectionFields
              key={section}
              place={historyOf(page.page, section)}
              name={name}
              changed={changed[section] !== undefined}
            >
              <FieldInputs
                fields={fields}
                values={valuesIn(section, fields)}
                errors={section === current ? submit.fields : NONE}
                onChange={(values) => type(section, values)}
              />
            </SectionFields>
          ))}
          <FormError message={submit.error} />
          <FormFoot save="Save Texts" busy={submit.busy} dirty={dirty}>
            <Button variant="default" onClick={close}>
              {dirty ? "Cancel" : "Close"}
            </Button>
          </FormFoot>
        </form>
      </WithPreview>
      {versions.dialog}
    </Panel>
  );
}

interface SectionProps {
  place: Place;
  name: string;
  /** Something in it is not saved. */
  changed: boolean;
  children: ReactNode;
}

/** The fields of one section, and who else has it open. One that is neither in sight nor changed is not announced. */
function SectionFields({ place, name, changed, children }: SectionProps) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const inSight = useInSight(frame);
  return (
    <fieldset ref={frame} className="fields">
      <legend>{name}</legend>
      {(inSight || changed) && <Presence {...place} />}
      {children}
    </fieldset>
  );
}
