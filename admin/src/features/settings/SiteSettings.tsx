import { ColorInput, NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Settings } from "@/api/types";
import { PICTURE_FORMATS, VIDEO_FORMATS } from "@/api/upload";
import { bind } from "@/components/bind";
import { FormError } from "@/components/FormError";
import { FormFoot } from "@/components/FormFoot";
import { Loaded } from "@/components/Loaded";
import { useLeaveGuard } from "@/components/leaveGuard";
import { Panel } from "@/components/Panel";
import { Presence } from "@/components/Presence";
import { ACCENTS, FLAGS, HERO_FLAGS, LINKS, TEXTS } from "@/components/settingFields";
import { toast } from "@/components/toasts";
import { useSubmit } from "@/components/useSubmit";
import { Address } from "@/fields/Address";
import { ImageAddress } from "@/fields/ImageAddress";
import { History } from "@/history/History";
import { undoSave } from "@/history/undo";
import { type Previewing, usePreviewing, WithPreview } from "@/preview/Preview";
import { saveSettings, storeHero, useSettings } from "./calls";

/** Where their history is. */
const SETTINGS = { collection: "settings", id: "settings", name: "Site settings" } as const;

type Set = (values: Partial<Settings>) => void;

/** What the whole site shows. Everything here is local until Save Settings. */
export function SiteSettings() {
  const previewing = usePreviewing();
  return (
    <Panel
      title="Site settings"
      subtitle="What the whole site shows. Nothing changes before Save Settings."
      actions={
        <>
          {previewing.button}
          <History documents={[SETTINGS]} />
        </>
      }
    >
      <Presence collection="settings" id="settings" />
      <Loaded from={useSettings()} failed="The settings could not be loaded">
        {(stored) => <SettingsForm stored={stored} previewing={previewing} />}
      </Loaded>
    </Panel>
  );
}

function SettingsForm({ stored, previewing }: { stored: Settings; previewing: Previewing }) {
  const [edits, setEdits] = useState<Partial<Settings>>({});
  const settings = { ...stored, ...edits };
  const dirty = (Object.keys(edits) as (keyof Settings)[]).some((key) => edits[key] !== stored[key]);
  const { busy, error, fields, form, forget } = useSubmit(
    async () => {
      const revision = await saveSettings(settings);
      setEdits({});
      const hides = FLAGS.some(({ name }) => settings[name] && !stored[name]) && revision > 1;
      toast.success("Settings updated successfully", {
        button: hides ? undoSave(SETTINGS, revision, Object.keys(edits)) : undefined,
      });
    },
    { failed: "Failed to update settings" },
  );
  useLeaveGuard(dirty, { message: "Leave without saving the settings?", cancel: "Stay" });
  const set: Set = (values) => setEdits((current) => ({ ...current, ...values }));
  const field = bind(settings, fields, set);
  const discard = () => {
    setEdits({});
    forget();
  };
  return (
    <WithPreview previewing={previewing} request={() => ({ kind: "settings", values: edits })}>
      <form className="stack" {...form}>
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
            description="Stands before the academy's name; without one the site draws its mark."
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
        <HeroFields settings={settings} errors={fields} set={set} />
        <FormError message={error} />
        <FormFoot save="Save Settings" busy={busy} dirty={dirty} onDiscard={discard} />
      </form>
    </WithPreview>
  );
}

function HeroFields({ settings, errors, set }: { settings: Settings; errors: Record<string, string>; set: Set }) {
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
