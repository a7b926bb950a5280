import { ColorInput, NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { PICTURE_FORMATS, VIDEO_FORMATS } from "@/api/upload";
import { DocumentForm } from "@/editing/DocumentForm";
import { FormFoot } from "@/editing/FormFoot";
import { Presence } from "@/editing/Presence";
import { ACCENTS, FLAGS, HERO_FLAGS, LINKS, TEXTS } from "@/editing/settingFields";
import { useDocument } from "@/editing/useDocument";
import { Address } from "@/fields/Address";
import { ImageAddress } from "@/fields/ImageAddress";
import { History } from "@/history/History";
import { usePreviewing, WithPreview } from "@/preview/Preview";
import { bind } from "@/ui/bind";
import { Panel } from "@/ui/Panel";
import { useLoadFailure } from "@/ui/useLoadFailure";
import { changesOf, PLACE, SETTINGS, type SettingsForm, storeHero } from "./calls";

/** Pages that settings change, to be seen in the preview. */
const PAGES = {
  Home: "/",
  Videos: "/videos",
  "Current affairs": "/current-affairs",
  "Adhva Vibes PSI": "/adhva-vibes-psi",
  Contact: "/contact-us",
};

type Set = (values: Partial<SettingsForm>) => void;

/** What the whole site shows. Nothing of it changes before Save Settings. */
export function SiteSettings() {
  const document = useDocument(SETTINGS, PLACE.id, () => {});
  const { form: settings, setForm, stored, dirty, submit } = document;
  useLoadFailure(document.loadError ?? undefined);
  const previewing = usePreviewing();
  const set: Set = (values) => setForm((current) => ({ ...current, ...values }));
  const field = bind(settings, submit.fields, set);
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
        request={() => ({ kind: "settings", values: stored ? changesOf(settings, stored) : {} })}
      >
        <DocumentForm
          document={document}
          foot={<FormFoot save="Save Settings" busy={submit.busy} dirty={dirty} onDiscard={document.discard} />}
        >
          <fieldset className="fields">
            <legend>Pages</legend>
            <div className="columns">
              {FLAGS.map(({ name, label, on, off }) => (
                <Switch
                  key={name}
                  name={name}
                  label={label}
                  description={settings[name] ? on : off}
                  checked={settings[name]}
                  onChange={(event) => set({ [name]: event.currentTarget.checked })}
                />
              ))}
            </div>
          </fieldset>
          <fieldset className="fields">
            <legend>General</legend>
            <div className="columns">
              {TEXTS.map(({ name, label, type, long }) =>
                long ? (
                  <Textarea key={name} label={label} autosize minRows={2} {...field(name)} />
                ) : (
                  <TextInput key={name} label={label} type={type} {...field(name)} />
                ),
              )}
            </div>
          </fieldset>
          <fieldset className="fields">
            <legend>Links</legend>
            <div className="columns">
              {LINKS.map(({ name, label, description }) => (
                <TextInput key={name} label={label} description={description} {...field(name)} />
              ))}
            </div>
          </fieldset>
          <fieldset className="fields">
            <legend>Brand</legend>
            <ImageAddress
              label="Logo"
              description="Shown before the academy's name. Without one, the site shows its own mark."
              {...field("logo")}
              onChange={(logo) => set({ logo })}
            />
            <div className="columns">
              {ACCENTS.map(({ name, label }) => (
                <ColorInput
                  key={name}
                  label={label}
                  format="hex"
                  placeholder="The site's own"
                  {...field(name)}
                  onChange={(color) => set({ [name]: color })}
                />
              ))}
            </div>
          </fieldset>
          <HeroFields settings={settings} errors={submit.fields} set={set} />
        </DocumentForm>
      </WithPreview>
    </Panel>
  );
}

function HeroFields({ settings, errors, set }: { settings: SettingsForm; errors: Record<string, string>; set: Set }) {
  const field = bind(settings, errors, set);
  return (
    <fieldset className="fields">
      <legend>Hero background</legend>
      <NativeSelect
        label="Background"
        maw="20rem"
        data={[
          { value: "image", label: "Image" },
          { value: "video", label: "Video" },
        ]}
        {...field("hero_background_type")}
      />
      {settings.hero_background_type === "video" && (
        <>
          <Address
            label="Video address"
            description={`A YouTube link, or a video file: ${VIDEO_FORMATS}.`}
            {...field("hero_video_url")}
            onChange={(hero_video_url) => set({ hero_video_url })}
            upload={{
              store: storeHero("video"),
              accept: "video/*,.mkv",
              what: "video",
              name: "hero_video_url_file",
              label: "Video address file",
              begins: "Uploading video...",
            }}
          />
          <Address
            label="Poster"
            description={`Shown until the video plays: ${PICTURE_FORMATS}.`}
            {...field("hero_video_poster")}
            onChange={(hero_video_poster) => set({ hero_video_poster })}
            upload={{
              store: storeHero("poster"),
              accept: "image/*",
              what: "poster",
              name: "hero_video_poster_file",
              label: "Poster file",
              begins: "Uploading poster...",
            }}
          />
        </>
      )}
      {HERO_FLAGS.map(({ name, label }) => (
        <Switch
          key={name}
          name={name}
          label={label}
          description={settings[name] ? "ON" : "OFF"}
          checked={settings[name]}
          onChange={(event) => set({ [name]: event.currentTarget.checked })}
        />
      ))}
    </fieldset>
  );
}
