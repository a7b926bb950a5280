import { body, revised } from "@academy/shared/api/client";
import { ANONYMOUS, api, ifMatch } from "@/api/client";
import type { Settings } from "@/api/types";
import type { DocumentKind } from "@/editing/kind";
import { changedIn, writeOver } from "@/editing/writeOver";
import { undoSave } from "@/history/undo";
import { COLLECTIONS } from "@/resources/collections";
import { fetchHistory, type NamedPlace } from "@/resources/history";
import { noteSaved } from "@/resources/publishing";
import { toast } from "@/ui/toasts";

/** The one document of settings, and where its history is. */
export const PLACE = { collection: "settings", id: "settings", name: "Site settings" } as const satisfies NamedPlace;

/** The switches that take something off the site. */
export const FLAGS = [
  "current_affairs_redirect",
  "blog_show_coming_soon",
  "videos_show_coming_soon",
  "adhva_vibes_psi_hidden",
] as const;

/** What stands in the form: one flag has two spellings, of which the dashboard's own counts. */
export type SettingsForm = Omit<Settings, "adva_vibes_psi_hidden">;

interface StoredSettings {
  form: SettingsForm;
  revision: number;
}

/** How the settings are edited: of what two people change at once only the same fields are in conflict. */
export const SETTINGS: DocumentKind<StoredSettings, SettingsForm> = {
  what: "settings",
  collection: PLACE.collection,
  fields: COLLECTIONS.settings.fields,
  empty: {} as SettingsForm,
  idOf: () => PLACE.id,
  formOf: ({ form }) => form,
  fetch: read,
  save: async (_, form, revision, before) => {
    const changes = before ? changesOf(form, before) : form;
    const stored = await writeOver(WRITING, changes, before, revision);
    noteSaved();
    const hides = FLAGS.some((name) => changes[name]) && stored.revision > 1;
    toast.success("Settings updated successfully", {
      button: hides ? undoSave(PLACE, stored.revision, Object.keys(changes)) : undefined,
    });
    return stored;
  },
  failed: () => "Failed to update settings",
  stays: true,
  merges: true,
};

/** What a form changes. */
export const changesOf = (form: SettingsForm, { form: stored }: StoredSettings) => changedIn(form, stored);

/** What everybody may read says no revision: the last save has it. What is read after that may be newer, but not older. */
async function read(): Promise<StoredSettings> {
  const { items } = await fetchHistory(PLACE, 1);
  const form = formOf(await body(api.GET("/settings", ANONYMOUS)));
  return { form, revision: items[0]?.revision ?? 0 };
}

const formOf = ({ adva_vibes_psi_hidden: _, ...form }: Settings): SettingsForm => form;

const WRITING = {
  formOf: ({ form }: StoredSettings) => form,
  write: async (changes: Partial<SettingsForm>, expected: number | undefined): Promise<StoredSettings> => {
    const call = api.PUT("/settings", { params: { header: ifMatch(expected) }, body: changes });
    const { document, revision } = await revised(call);
    return { form: formOf(document), revision };
  },
  now: read,
};
