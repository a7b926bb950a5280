import { hasStatus, reasonOf } from "@academy/shared/api/errors";
import { Anchor, Button } from "@mantine/core";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useConfirm } from "@/components/confirm";
import { FormError } from "@/components/FormError";
import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useLeaveGuard } from "@/components/useLeaveGuard";
import { WhileHeld } from "@/components/WhileHeld";
import { FieldInputs } from "@/fields/FieldInputs";
import { fetchTexts, type StoredTexts, saveTexts, valuesOf } from "@/model/texts";
import type { PageModel, Values } from "@/model/types";

type BySection<T> = Readonly<Record<string, T>>;
const NONE = {};

/** The texts of one of the site's own pages, section by section. */
export function TextsEditor({ page, onClose }: { page: PageModel; onClose: () => void }) {
  const [stored, setStored] = useState<BySection<StoredTexts> | null>(null);
  const [changed, setChanged] = useState<BySection<Values>>({});
  const [failure, setFailure] = useState<unknown>();
  const [reason, setReason] = useState<string | null>(null);
  const [errors, setErrors] = useState<BySection<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const confirm = useConfirm();
  const form = useRef<HTMLFormElement>(null);
  const dirty = Object.keys(changed).length > 0;
  const isDirty = useRef(dirty);
  isDirty.current = dirty;
  useLeaveGuard(
    useCallback(() => isDirty.current, []),
    { message: "Leave without saving these texts?", cancel: "Keep editing" },
  );

  useLayoutEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

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

  if (!stored) {
    if (failure === undefined) return <Loading label="Loading the texts…" />;
    return <Failure title="The texts could not be loaded" error={failure} onRetry={load} />;
  }
  const save = async () => {
    if (busy) return;
    setBusy(true);
    setReason(null);
    setErrors({});
    let current = "";
    try {
      for (const { section, fields } of page.sections) {
        const values = changed[section];
        if (!values) continue;
        current = section;
        await saveTexts({ page: page.page, section }, fields, stored[section] ?? {}, values, (key, item) =>
          setStored((known) => known && { ...known, [section]: { ...known[section], [key]: item } }),
        );
        setChanged(({ [section]: _, ...rest }) => rest);
      }
      toast.success("Texts saved");
    } catch (error) {
      if (hasStatus(error, 422)) setErrors({ [current]: error.fieldErrors() });
      setReason(reasonOf(error));
      toast.failure("Failed to save texts", error);
    } finally {
      setBusy(false);
    }
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
    isDirty.current = false;
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
    >
      <form
        ref={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="form-hint">An empty field shows the site's own text, which stands in it in grey.</p>
        {page.sections.map(({ section, name, fields }) => (
          <fieldset key={section} className="fields">
            <legend>{name}</legend>
            <FieldInputs
              fields={fields}
              values={changed[section] ?? valuesOf(fields, stored[section] ?? {})}
              errors={errors[section] ?? NONE}
              onChange={(values) => setChanged((current) => ({ ...current, [section]: values }))}
            />
          </fieldset>
        ))}
        <FormError message={reason} />
        <div className="form-foot">
          <Button type="submit" loading={busy}>
            Save Texts
          </Button>
          <Button variant="default" onClick={close}>
            {dirty ? "Cancel" : "Close"}
          </Button>
          <WhileHeld />
          <span className="form-state" role="status">
            {dirty ? "Not saved yet" : ""}
          </span>
        </div>
      </form>
    </Panel>
  );
}
