import { Anchor, Button, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useLoadFailure } from "@/components/useLoadFailure";
import { WhileHeld } from "@/components/WhileHeld";
import { PAGE, type PsiContent, savePsiContent, usePsiContent } from "./calls";

export function PsiTab() {
  const { data, error, mutate } = usePsiContent();
  useLoadFailure(data ? undefined : error);
  const [edits, setEdits] = useState<Partial<PsiContent>>({});
  const [busy, setBusy] = useState(false);

  if (!data) {
    if (error) return <Failure title="The page's texts could not be loaded" error={error} onRetry={() => mutate()} />;
    return <Loading />;
  }
  const content = { ...data, ...edits };
  const save = async () => {
    setBusy(true);
    try {
      await savePsiContent(content);
      setEdits({});
      toast.success("PSI page content updated");
    } catch (error) {
      toast.failure("Failed to update content", error);
    } finally {
      setBusy(false);
    }
  };
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
    >
      <form
        className="stack form-narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          label="Hero title"
          name="hero_title"
          value={content.hero_title}
          onChange={(event) => setEdits({ ...edits, hero_title: event.currentTarget.value })}
        />
        <TextInput
          label="Hero subtitle"
          name="hero_subtitle"
          value={content.hero_subtitle}
          onChange={(event) => setEdits({ ...edits, hero_subtitle: event.currentTarget.value })}
        />
        <Textarea
          label="Hero description"
          name="hero_description"
          rows={4}
          value={content.hero_description}
          onChange={(event) => setEdits({ ...edits, hero_description: event.currentTarget.value })}
        />
        <div className="form-foot">
          <Button type="submit" loading={busy}>
            Save PSI Content
          </Button>
          <WhileHeld />
        </div>
      </form>
    </Panel>
  );
}
