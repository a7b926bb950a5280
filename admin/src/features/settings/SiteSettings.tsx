import type { ReactNode } from "react";
import { DocumentForm } from "@/editing/DocumentForm";
import { FormFoot } from "@/editing/FormFoot";
import { Presence } from "@/editing/Presence";
import { useDocument } from "@/editing/useDocument";
import { inputsOf } from "@/fields/FieldInputs";
import { History } from "@/history/History";
import { usePreviewing, WithPreview } from "@/preview/Preview";
import { COLLECTIONS } from "@/resources/collections";
import { Panel } from "@/ui/Panel";
import { useLoadFailure } from "@/ui/useLoadFailure";
import { changesOf, FLAGS, PLACE, SETTINGS } from "./calls";

/** Pages that settings change, to be seen in the preview. */
const PAGES = {
  Home: "/",
  Videos: "/videos",
  "Current affairs": "/current-affairs",
  "Adhva Vibes PSI": "/adhva-vibes-psi",
  Contact: "/contact-us",
};

/** What the whole site shows. Nothing of it changes before Save Settings. */
export function SiteSettings() {
  const document = useDocument(SETTINGS, PLACE.id, () => {});
  const { form, setForm, stored, submit } = document;
  useLoadFailure(document.loadError ?? undefined);
  const previewing = usePreviewing();
  const field = inputsOf({
    fields: COLLECTIONS.settings.fields,
    form,
    errors: submit.fields,
    onChange: (change) => setForm((current) => ({ ...current, ...change })),
  });
  return (
    <Panel
      title="Site settings"
      subtitle="What the whole site shows. Changes take effect when you save."
      actions={
        <>
          {previewing.button}
          <History documents={[PLACE]} />
        </>
      }
    >
      <Presence {...PLACE} />
      <WithPreview
        previewing={previewing}
        pages={PAGES}
        request={() => ({ kind: "settings", values: stored ? changesOf(form, stored) : {} })}
      >
        <DocumentForm document={document} foot={<FormFoot save="Save Settings" document={document} />}>
          <Group name="Pages">
            <div className="columns">{FLAGS.map((key) => field(key))}</div>
          </Group>
          <Group name="General">
            <div className="columns">
              {field("site_title")}
              {field("contact_email")}
              {field("contact_phone")}
              {field("contact_whatsapp")}
              {field("site_description")}
              {field("contact_address")}
            </div>
          </Group>
          <Group name="Links">
            <div className="columns">
              {field("enrollment_form_url")}
              {field("community_url")}
              {field("sample_test_url")}
              {field("current_affairs_url")}
            </div>
          </Group>
          <Group name="Brand">
            {field("logo")}
            <div className="columns">
              {field("accent_light")}
              {field("accent_dark")}
            </div>
          </Group>
          <Group name="Hero background">
            {field("hero_background_type")}
            {form.hero_background_type === "video" && [field("hero_video_url"), field("hero_video_poster")]}
            {field("hero_video_autoplay")}
            {field("hero_video_muted")}
            {field("hero_video_loop")}
          </Group>
        </DocumentForm>
      </WithPreview>
    </Panel>
  );
}

const Group = ({ name, children }: { name: string; children: ReactNode }) => (
  <fieldset className="fields">
    <legend>{name}</legend>
    {children}
  </fieldset>
);
