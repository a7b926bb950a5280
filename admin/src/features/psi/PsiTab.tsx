import { Anchor, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { bind } from "@/components/bind";
import { FormError } from "@/components/FormError";
import { FormFoot } from "@/components/FormFoot";
import { Loaded } from "@/components/Loaded";
import { useLeaveGuard } from "@/components/leaveGuard";
import { Panel } from "@/components/Panel";
import { Presence } from "@/components/Presence";
import { toast } from "@/components/toasts";
import { useSubmit } from "@/components/useSubmit";
import { History } from "@/history/History";
import { historyOf } from "@/model/texts";
import { type Previewing, usePreviewing, WithPreview } from "@/preview/Preview";
import { PAGE, type PsiContent, savePsiContent, usePsiContent } from "./calls";

/** Where the texts' history is. */
const TEXTS = historyOf(PAGE, "");

export function PsiTab() {
  const previewing = usePreviewing();
  return (
    <Panel
      title="PSI Page Content"
      subtitle={
        <>
          Whether the page is visible is controlled in the{" "}
          <Anchor component={Link} to="/admin/dashboard?tab=settings">
            Settings tab
          </Anchor>
          . All other texts of the page are{" "}
          <Anchor component={Link} to={`/admin/dashboard?tab=settings&view=pages&page=${PAGE}`}>
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
      <Loaded from={usePsiContent()} failed="The page's texts could not be loaded">
        {(stored) => <PsiForm stored={stored} previewing={previewing} />}
      </Loaded>
    </Panel>
  );
}

function PsiForm({ stored, previewing }: { stored: PsiContent; previewing: Previewing }) {
  const [edits, setEdits] = useState<Partial<PsiContent>>({});
  const content = { ...stored, ...edits };
  const dirty = Object.entries(edits).some(([key, text]) => stored[key as keyof PsiContent] !== text);
  const { busy, error, fields, form } = useSubmit(
    async () => {
      await savePsiContent(content);
      setEdits({});
      toast.success("PSI page content updated");
    },
    { failed: "Failed to update content" },
  );
  useLeaveGuard(dirty, { message: "Leave without saving the texts of the PSI page?", cancel: "Stay" });
  const field = bind(content, fields, (change) => setEdits({ ...edits, ...change }));
  return (
    <WithPreview previewing={previewing} request={() => ({ kind: "page-content", id: TEXTS.id, values: edits })}>
      <form className="stack form-narrow" {...form}>
        <TextInput label="Hero title" {...field("hero_title")} />
        <TextInput label="Hero subtitle" {...field("hero_subtitle")} />
        <Textarea label="Hero description" rows={4} {...field("hero_description")} />
        <FormError message={error} />
        <FormFoot save="Save PSI Content" busy={busy} dirty={dirty} onDiscard={() => setEdits({})} />
      </form>
    </WithPreview>
  );
}
