import { hasStatus } from "@academy/shared/api/errors";
import { Button, ColorInput, NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Settings } from "@/api/types";
import { PICTURE_FORMATS, VIDEO_FORMATS } from "@/api/upload";
import { Panel } from "@/components/Panel";
import { ACCENTS, FLAGS, HERO_FLAGS, LINKS, TEXTS } from "@/components/settingFields";
import { Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useLeaveGuard } from "@/components/useLeaveGuard";
import { useLoadFailure } from "@/components/useLoadFailure";
import { WhileHeld } from "@/components/WhileHeld";
import { ImageAddress } from "@/fields/ImageAddress";
import { saveSettings, useSettings } from "./calls";
import { HeroFile } from "./HeroFile";

type Set = (values: Partial<Settings>) => void;

/** What the whole site shows. Everything here is local until Save Settings. */
export function SiteSettings() {
  const { data, error, mutate } = useSettings();
  useLoadFailure(data ? undefined : error);
  const [edits, setEdits] = useState<Partial<Settings>>({});
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);

  useLayoutEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const changed = data ? (Object.keys(edits) as (keyof Settings)[]).some((key) => edits[key] !== data[key]) : false;
  const isDirty = useRef(changed);
  isDirty.current = changed;
  useLeaveGuard(
    useCallback(() => isDirty.current, []),
    { message: "Leave without saving the settings?", cancel: "Stay" },
  );

  if (!data) {
    if (error) return <Failure title="The settings could not be loaded" error={error} onRetry={() => mutate()} />;
    return <Loading />;
  }
  const settings = { ...data, ...edits };
  const set: Set = (values) => setEdits((current) => ({ ...current, ...values }));

  const save = async () => {
    setBusy(true);
    setErrors({});
    try {
      await saveSettings(settings);
      setEdits({});
      toast.success("Settings updated successfully");
    } catch (failure) {
      if (hasStatus(failure, 422)) setErrors(failure.fieldErrors());
      toast.failure("Failed to update settings", failure);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Panel title="Site settings" subtitle="What the whole site shows. Nothing changes before Save Settings.">
      <form
        ref={form}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
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
                <Textarea
                  key={name}
                  name={name}
                  label={label}
                  autosize
                  minRows={2}
                  value={settings[name]}
                  error={errors[name]}
                  onChange={(event) => set({ [name]: event.currentTarget.value })}
                />
              ) : (
                <TextInput
                  key={name}
                  name={name}
                  label={label}
                  type={type}
                  value={settings[name]}
                  error={errors[name]}
                  onChange={(event) => set({ [name]: event.currentTarget.value })}
                />
              ),
            )}
          </div>
        </fieldset>
        <fieldset className="fields">
          <legend>Links</legend>
          <div className="columns">
            {LINKS.map(({ name, label, description }) => (
              <TextInput
                key={name}
                name={name}
                label={label}
                description={description}
                value={settings[name]}
                error={errors[name]}
                onChange={(event) => set({ [name]: event.currentTarget.value })}
              />
            ))}
          </div>
        </fieldset>
        <fieldset className="fields">
          <legend>Brand</legend>
          <ImageAddress
            label="Logo"
            name="logo"
            description="Stands before the academy's name; without one the site draws its mark."
            value={settings.logo}
            error={errors.logo}
            onChange={(logo) => set({ logo })}
          />
          <div className="columns">
            {ACCENTS.map(({ name, label }) => (
              <ColorInput
                key={name}
                name={name}
                label={label}
                format="hex"
                placeholder="The site's own"
                value={settings[name]}
                error={errors[name]}
                onChange={(color) => set({ [name]: color })}
              />
            ))}
          </div>
        </fieldset>
        <HeroFields settings={settings} errors={errors} set={set} />
        <div className="form-foot">
          <Button type="submit" loading={busy}>
            Save Settings
          </Button>
          {changed && (
            <Button variant="default" onClick={() => setEdits({})}>
              Discard changes
            </Button>
          )}
          <WhileHeld />
          <span className="form-state" role="status">
            {changed ? "Not saved yet" : ""}
          </span>
        </div>
      </form>
    </Panel>
  );
}

function HeroFields({ settings, errors, set }: { settings: Settings; errors: Record<string, string>; set: Set }) {
  return (
    <fieldset className="fields">
      <legend>Hero background</legend>
      <NativeSelect
        name="hero_background_type"
        label="Background"
        maw="20rem"
        data={[
          { value: "image", label: "Image" },
          { value: "video", label: "Video" },
        ]}
        value={settings.hero_background_type}
        onChange={(event) => set({ hero_background_type: event.currentTarget.value === "video" ? "video" : "image" })}
      />
      {settings.hero_background_type === "video" && (
        <>
          <HeroFile
            kind="video"
            name="hero_video_url"
            label="Video address"
            description={`A YouTube link, or a video file: ${VIDEO_FORMATS}.`}
            value={settings.hero_video_url}
            error={errors.hero_video_url}
            onChange={(hero_video_url) => set({ hero_video_url })}
          />
          <HeroFile
            kind="poster"
            name="hero_video_poster"
            label="Poster"
            description={`Shown until the video plays: ${PICTURE_FORMATS}.`}
            value={settings.hero_video_poster}
            error={errors.hero_video_poster}
            onChange={(hero_video_poster) => set({ hero_video_poster })}
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
