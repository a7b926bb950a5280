import { Anchor } from "@mantine/core";
import { Link } from "react-router";
import { DocumentForm } from "@/editing/DocumentForm";
import { FormFoot } from "@/editing/FormFoot";
import { Presence } from "@/editing/Presence";
import { useDocument } from "@/editing/useDocument";
import { FormFields } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import { usePreviewing, WithPreview } from "@/preview/Preview";
import { addressOf } from "@/ui/address";
import { Panel } from "@/ui/Panel";
import { useLoadFailure } from "@/ui/useLoadFailure";
import { changesOf, FIELDS, PAGE, PSI, TEXTS } from "./calls";

export function PsiTab() {
  const document = useDocument(PSI, TEXTS.id, () => {});
  const { form, setForm, submit } = document;
  useLoadFailure(document.loadError ?? undefined);
  const previewing = usePreviewing();
  return (
    <Panel
      title="PSI Page Content"
      subtitle={
        <>
          Whether the page is visible is controlled in the{" "}
          <Anchor component={Link} to={addressOf("settings")}>
            Settings tab
          </Anchor>
          . All other texts of the page are{" "}
          <Anchor component={Link} to={addressOf("pages", { page: PAGE })}>
            among the site's texts
          </Anchor>
          .
        </>
      }
      actions={
        <>
          {previewing.button}
          <History documents={[{ ...TEXTS, name: "Top of the page" }]} />
        </>
      }
    >
      <Presence {...TEXTS} />
      <WithPreview
        previewing={previewing}
        request={() => ({ kind: "page-content", id: TEXTS.id, values: changesOf(form, document.stored) })}
      >
        <DocumentForm document={document} foot={<FormFoot save="Save PSI Content" document={document} />}>
          <div className="stack form-narrow">
            <FormFields
              fields={FIELDS}
              form={form}
              errors={submit.fields}
              onChange={(change) => setForm((current) => ({ ...current, ...change }))}
            />
          </div>
        </DocumentForm>
      </WithPreview>
    </Panel>
  );
}
