import { reasonOf } from "@academy/shared/api/errors";
import { Anchor, Button } from "@mantine/core";
import { useCallback, useEffect, useState } from "react";
import { useRestored } from "@/api/history";
import { useConfirm } from "@/components/confirm";
import { FormError } from "@/components/FormError";
import { FormFoot } from "@/components/FormFoot";
import { useLeaveGuard } from "@/components/leaveGuard";
import { Panel } from "@/components/Panel";
import { Presence } from "@/components/Presence";
import { Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useSubmit } from "@/components/useSubmit";
import { FieldInputs } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import { changedTexts, fetchTexts, historyOf, type StoredTexts, saveTexts, typedOver, valuesOf } from "@/model/texts";
import type { PageModel, Values } from "@/model/types";
import { usePreviewing, WithPreview } from "@/preview/Preview";

type BySection<T> = Readonly<Record<string, T>>;
const NONE = {};

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

  const load = useCallback(async () => {
    setFailure(undefined);
    try {
      const texts = page.sections.map(async ({ section }) => [section, await fetchTexts(page.page, section)] as const);
      const now: BySection<StoredTexts> = Object.fromEntries(await Promise.all(texts));
      setStored(now);
      return now;
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
    const [before, now] = [stored?.[section], (await load())?.[section]];
    if (!before || !now) return;
    setChanged(({ [section]: typed, ...others }) =>
      typed ? { ...others, [section]: typedOver(fields, before, typed, now) } : others,
    );
  });

  const { busy, error, fields, form } = useSubmit(
    async () => {
      for (const { section, fields } of page.sections) {
        const values = changed[section];
        if (!values) continue;
        setCurrent(section);
        await saveTexts({ page: page.page, section }, fields, stored?.[section] ?? {}, values, (key, item) =>
          setStored((known) => known && { ...known, [section]: { ...known[section], [key]: item } }),
        );
        setChanged(({ [section]: _, ...rest }) => rest);
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
      const typed = changed[section] && changedTexts(fields, stored[section] ?? {}, changed[section]);
      return Object.entries(typed ?? {}).map(([key, { content }]) => [section ? `${section}.${key}` : key, content]);
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
      {/* Of all of them one stands for the page. */}
      {documents[0] && <Presence {...documents[0]} />}
      <WithPreview previewing={previewing} request={request}>
        <form className="stack" {...form}>
          <p className="form-hint">An empty field shows the site's own text, which stands in it in grey.</p>
          {page.sections.map(({ section, name, fields: texts }) => (
            <fieldset key={section} className="fields">
              <legend>{name}</legend>
              <FieldInputs
                fields={texts}
                values={changed[section] ?? valuesOf(texts, stored[section] ?? {})}
                errors={section === current ? fields : NONE}
                onChange={(values) => setChanged((current) => ({ ...current, [section]: values }))}
              />
            </fieldset>
          ))}
          <FormError message={error} />
          <FormFoot save="Save Texts" busy={busy} dirty={dirty}>
            <Button variant="default" onClick={close}>
              {dirty ? "Cancel" : "Close"}
            </Button>
          </FormFoot>
        </form>
      </WithPreview>
    </Panel>
  );
}
