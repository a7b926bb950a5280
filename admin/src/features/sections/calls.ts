import { body } from "@academy/shared/api/client";
import { hasStatus } from "@academy/shared/api/errors";
import useSWR, { mutate } from "swr";
import { ANONYMOUS, api, ifMatch } from "@/api/client";
import { sendMove } from "@/api/moves";
import type { Section } from "@/api/types";
import { moved } from "@/lists/Sortable";
import type { Stored } from "@/model/text";
import { fetchPublicTexts, type Item, saveEachText, textsKind } from "@/model/texts";
import type { Field } from "@/model/types";
import { discard } from "@/resources/history";
import { noteSaved } from "@/resources/publishing";

const KEY = "/sections";

/**
 * The sections in their order. They are public content, which is read without credentials; staff alone are told their
 * revisions, which every write names.
 */
export function useSections() {
  return useSWR<Section[], unknown>(KEY, async () => {
    const asPublic = body(api.GET("/sections", ANONYMOUS));
    const [, sections] = await Promise.all([asPublic, body(api.GET("/sections", { cache: "no-store" }))]);
    return sections;
  });
}

export async function createSection(section: { name: string; type: string; block?: string; is_visible: boolean }) {
  await body(api.POST("/admin/sections", { body: section }));
  await saved();
}

/**
 * Puts a section into the trash; resolves to its revision there. Fails with status 412 when it has changed since it was
 * listed; the list then shows it as it is.
 */
export const deleteSection = ({ id, revision }: Section): Promise<number> =>
  discard({ collection: "sections", id }, revision);

/**
 * Shows or hides a section. Fails with status 412 when its texts have changed since it was listed; the list then shows it
 * as it is.
 */
export async function setVisible(section: Section, is_visible: boolean): Promise<Section> {
  const put = ({ id, revision }: Section) => {
    const params = { path: { id }, header: ifMatch(revision) };
    return body(api.PUT("/admin/sections/{id}", { params, body: { is_visible } }));
  };
  const overWhatIsThereNow = (error: unknown) => {
    const now = hasStatus(error, 412) ? (error.problem?.current as Section | undefined) : undefined;
    if (now?.is_visible === is_visible) return now; // pressed twice, or by two people
    if (now && isSame(now, section)) return put(now); // moved meanwhile
    throw error;
  };
  try {
    return await logged(put(section).catch(overWhatIsThereNow));
  } finally {
    await saved();
  }
}

const isSame = (one: Section, other: Section) =>
  one.is_visible === other.is_visible &&
  one.name === other.name &&
  one.type === other.type &&
  one.block === other.block;

/**
 * Moves a section. The list shows it at once. Fails with status 412 when somebody else has moved the section meanwhile;
 * the list then shows the order of now.
 */
export async function reorder(sections: readonly Section[], from: number, to: number) {
  await mutate(KEY, moved(sections, from, to), { revalidate: false });
  try {
    const put = ({ id, revision }: Section) => {
      const order = { sections: [{ id, display_order: to + 1 }] };
      return body(api.PUT("/admin/sections/reorder", { params: { header: ifMatch(revision) }, body: order }));
    };
    await logged(sendMove("sections", sections, from, put));
    noteSaved();
  } finally {
    await mutate(KEY);
  }
}

/** How the texts of a section of the home page are edited. */
export function sectionTexts(section: string, fields: readonly Field[]) {
  const put = (type: string, text: Stored, item: Item | undefined): Promise<Item> => {
    if (!item) {
      const order_index = fields.findIndex(({ key }) => key === type) + 1;
      return body(api.POST("/admin/page-content", { body: { page: "home", section, type, ...text, order_index } }));
    }
    const params = { path: { id: item.id }, header: ifMatch(item.revision) };
    return body(api.PUT("/admin/page-content/{id}", { params, body: text }));
  };
  const fetch = () => fetchPublicTexts("home", section);
  return textsKind("home", section, fields, {
    fetch,
    save: async (changed, before, revision) => {
      try {
        await saveEachText({ page: "home", section }, changed, before, revision, put);
      } catch (error) {
        // That somebody else was there is asked about.
        if (!hasStatus(error, 412)) console.error("section update failed", error);
        throw error;
      }
      return fetch();
    },
    failed: "",
  });
}

/** The same call; that an update failed also goes to the console. */
async function logged<T>(update: Promise<T>): Promise<T> {
  try {
    return await update;
  } catch (error) {
    console.error("section update failed", error);
    throw error;
  }
}

async function saved() {
  noteSaved();
  await mutate(KEY);
}
