import type { Schemas } from "@academy/shared/api/client";
import type { paths } from "@academy/shared/api/schema.gen";
import { PICTURE_FORMATS, VIDEO_FORMATS } from "@/api/formats";
import type { FormField } from "@/model/types";
import { addressOf } from "@/ui/address";

interface Collection {
  /** What documents are called within a sentence. */
  one: string;
  several: string;
  /** What one is called alone, where that is not `one`. */
  title?: string;
  /** The tab where they are edited. */
  tab: string;
  /** What people edit of a document and can restore, in the order of its form. */
  fields: readonly FormField[];
  /** The address of one, whose DELETE puts it into the trash. */
  trashed?: `${string}/{id}` & keyof paths;
  /** The key of the list that a deletion takes one off, or what begins its keys. */
  list?: string;
}

/** Declares a collection whose updates are `U`. */
const collection = <U>(
  declared: Omit<Collection, "fields"> & { fields: readonly (FormField & { key: keyof U & string })[] },
): Collection => declared;

const STATUS: readonly { value: string; name: string }[] = [
  { value: "draft", name: "Draft" },
  { value: "published", name: "Published" },
];
const status = (...more: typeof STATUS) => ({
  key: "status" as const,
  type: "choice" as const,
  name: "Status",
  options: [...STATUS, ...more],
});
const DATES = [
  { key: "publish_date", type: "datetime", name: "Publish date" },
  { key: "unpublish_date", type: "datetime", name: "Unpublish date" },
] as const;
const ENTRY = [
  { key: "title", type: "text", name: "Title", required: true, max: 200 },
  { key: "description", type: "longtext", name: "Description", max: 5000 },
  { key: "icon", type: "text", name: "Icon", help: "The name of one of the site's drawings, such as compass." },
  { key: "link", type: "text", name: "Link" },
] as const;
const ORDER = { key: "order_index", type: "number", name: "Order" } as const;
const SOON = ["COMING SOON", "LIVE"] as const;
const ON_OFF = ["ON", "OFF"] as const;

/** The networks with their brands' colours. */
export const PLATFORMS = [
  { name: "Facebook", color: "#1877f2" },
  { name: "Instagram", color: "#e4405f" },
  { name: "YouTube", color: "#ff0000" },
  { name: "LinkedIn", color: "#0a66c2" },
  { name: "Twitter", color: "#1da1f2" },
  { name: "Telegram", color: "#26a5e4" },
  { name: "WhatsApp", color: "#25d366" },
  { name: "Github", color: "#181717" },
] as const;

/** The collections that the dashboard edits: all that it says of them, by their names in the API. */
export const COLLECTIONS = {
  articles: collection<Schemas["ArticleUpdate"]>({
    one: "article",
    several: "articles",
    tab: "articles",
    trashed: "/articles/{id}",
    list: "Articles",
    fields: [
      { key: "title", type: "text", name: "Title", required: true, max: 300 },
      { key: "slug", type: "text", name: "Address", max: 200, below: true, placeholder: "Made from the title" },
      { key: "content", type: "richtext", name: "Content" },
      {
        key: "excerpt",
        type: "longtext",
        name: "Excerpt",
        max: 1000,
        rows: 2,
        help: "One or two sentences for lists and search engines.",
      },
      { key: "category", type: "text", name: "Category", max: 120 },
      {
        key: "tags",
        type: "tags",
        name: "Tags",
        below: true,
        placeholder: "polity, prelims",
        help: "Separated by commas.",
      },
      status({ value: "archived", name: "Archived" }),
      ...DATES,
      { key: "banner_image", type: "picture", name: "Banner image" },
    ],
  }),
  pages: collection<Schemas["PageUpdate"]>({
    one: "page",
    several: "pages",
    tab: "pages",
    trashed: "/admin/pages/{id}",
    list: "/admin/pages",
    fields: [
      { key: "title", type: "text", name: "Title", required: true, max: 200 },
      { key: "path", type: "text", name: "Path", below: true, placeholder: "Made from the title" },
      {
        key: "description",
        type: "longtext",
        name: "Description",
        max: 500,
        rows: 2,
        help: "A sentence or two for search engines and links that people share.",
      },
      {
        key: "image",
        type: "picture",
        name: "Picture",
        help: "Shown when people share a link. Without one, the site makes a picture.",
      },
      status(),
      ...DATES,
      { key: "blocks", type: "blocks", name: "Blocks" },
    ],
  }),
  "page-content": collection<Record<string, never>>({
    one: "text",
    several: "texts",
    tab: "pages",
    // The content model declares them.
    fields: [],
  }),
  sections: collection<Schemas["SectionUpdate"]>({
    one: "section",
    several: "sections",
    tab: "sections",
    trashed: "/admin/sections/{id}",
    list: "/sections",
    fields: [
      { key: "name", type: "text", name: "Name" },
      { key: "type", type: "text", name: "Type" },
      { key: "block", type: "text", name: "Block" },
      { key: "display_order", type: "number", name: "Order" },
      { key: "is_visible", type: "boolean", name: "Visibility", words: ["Visible", "Hidden"] },
    ],
  }),
  menus: collection<Schemas["MenuUpdate"]>({
    one: "menu",
    several: "menus",
    tab: "menus",
    fields: [{ key: "items", type: "menu", name: "Entries" }],
  }),
  programs: collection<Schemas["ProgramUpdate"]>({
    one: "programme",
    several: "programmes",
    tab: "lists",
    trashed: "/admin/programs/{id}",
    list: "/programs",
    fields: [
      ...ENTRY,
      ORDER,
      { key: "details", type: "longtext", name: "Details", max: 5000 },
      {
        key: "features",
        type: "list",
        name: "Features",
        max: 50,
        fields: [{ key: "text", type: "text", name: "Feature", max: 300 }],
      },
      {
        key: "is_upcoming",
        type: "boolean",
        name: "Upcoming",
        help: "Shows “Coming Soon”.",
        words: ["Upcoming", "Not upcoming"],
      },
    ],
  }),
  features: collection<Schemas["ListUpdate"]>({
    one: "feature",
    several: "features",
    title: "Quick access",
    tab: "lists",
    trashed: "/admin/features/{id}",
    list: "/features",
    fields: [...ENTRY, ORDER],
  }),
  differentiators: collection<Schemas["ListUpdate"]>({
    one: "differentiator",
    several: "differentiators",
    tab: "lists",
    trashed: "/admin/differentiators/{id}",
    list: "/differentiators",
    fields: [...ENTRY, ORDER],
  }),
  videos: collection<Schemas["VideoUpdate"]>({
    one: "video",
    several: "videos",
    tab: "videos",
    trashed: "/videos/{id}",
    list: "Videos",
    fields: [
      { key: "title", type: "text", name: "Title", required: true, max: 300, first: true },
      { key: "category", type: "text", name: "Category", required: true, max: 120 },
      { key: "description", type: "longtext", name: "Description", max: 5000, className: "video-wide" },
    ],
  }),
  media: collection<Schemas["MediaUpdate"]>({
    one: "file",
    several: "files",
    tab: "media",
    list: "Media",
    fields: [
      { key: "name", type: "text", name: "Name", required: true, max: 300 },
      { key: "alt", type: "longtext", name: "Description", max: 1000, rows: 2 },
      { key: "credit", type: "text", name: "Credit", max: 300, help: "Who made it, or whose it is." },
      { key: "tags", type: "tags", name: "Tags", placeholder: "campus, results", help: "Separated by commas." },
      { key: "poster", type: "picture", name: "Poster", help: "Shown until the video plays." },
    ],
  }),
  "social-links": collection<Schemas["SocialLinkUpdate"]>({
    one: "social link",
    several: "social links",
    tab: "social",
    trashed: "/admin/social-media/{id}",
    list: "/admin/social-media",
    fields: [
      {
        key: "platform",
        type: "choice",
        name: "Platform",
        options: [{ value: "", name: "Choose…" }, ...PLATFORMS.map(({ name }) => ({ value: name, name }))],
      },
      { key: "url", type: "text", name: "URL", input: "address", placeholder: "https://", className: "social-url" },
      {
        key: "color",
        type: "color",
        name: "Color",
        options: PLATFORMS.map(({ name, color }) => ({ value: color, name })),
      },
      { key: "order_index", type: "text", input: "numeric", name: "Order", className: "social-order" },
      {
        key: "active",
        type: "boolean",
        name: "Active",
        words: ["Active", "Inactive"],
        box: true,
        className: "social-active",
      },
    ],
  }),
  redirects: collection<Schemas["RedirectUpdate"]>({
    one: "redirect",
    several: "redirects",
    tab: "settings",
    trashed: "/admin/redirects/{id}",
    list: "/admin/redirects",
    fields: [
      {
        key: "from",
        type: "text",
        name: "From",
        input: "address",
        required: true,
        first: true,
        placeholder: "/old-page",
        help: "A path such as /old-page. End it with /* to match everything below it.",
      },
      {
        key: "status",
        type: "choice",
        name: "Status",
        options: [
          { value: "301", name: "Permanent (301)" },
          { value: "302", name: "Temporary (302)" },
          { value: "410", name: "Gone (410)" },
        ],
      },
      {
        key: "to",
        type: "text",
        name: "To",
        input: "address",
        placeholder: "/new-page or https://…",
        help: "Where visitors are sent. End it with /* too, to keep the rest of the address.",
      },
    ],
  }),
  settings: collection<Schemas["SettingsUpdate"]>({
    one: "settings",
    several: "settings",
    tab: "settings",
    fields: [
      { key: "current_affairs_redirect", type: "boolean", name: "Current affairs redirect", words: ON_OFF },
      { key: "blog_show_coming_soon", type: "boolean", name: "Blog shows Coming Soon", words: SOON },
      { key: "videos_show_coming_soon", type: "boolean", name: "Videos show Coming Soon", words: SOON },
      { key: "adhva_vibes_psi_hidden", type: "boolean", name: "PSI page is hidden", words: ["HIDDEN", "VISIBLE"] },
      { key: "site_title", type: "text", name: "Site title" },
      { key: "contact_email", type: "text", name: "Contact email" },
      { key: "contact_phone", type: "text", input: "tel", name: "Contact phone" },
      { key: "contact_whatsapp", type: "text", name: "Contact WhatsApp" },
      { key: "site_description", type: "longtext", name: "Site description", rows: 2 },
      { key: "contact_address", type: "longtext", name: "Contact address", rows: 2 },
      { key: "enrollment_form_url", type: "text", name: "Enrollment form", help: "The page that Enroll Now opens." },
      { key: "community_url", type: "text", name: "Community channel", help: "Empty hides the floating button." },
      { key: "sample_test_url", type: "text", name: "Sample test", help: "The page that Get Sample Test opens." },
      {
        key: "current_affairs_url",
        type: "text",
        name: "Current affairs site",
        help: "Used while the redirect is on.",
      },
      {
        key: "logo",
        type: "picture",
        name: "Logo",
        help: "Shown before the academy's name. Without one, the site shows its own mark.",
      },
      { key: "accent_light", type: "color", name: "Accent, light theme", placeholder: "The site's own" },
      { key: "accent_dark", type: "color", name: "Accent, dark theme", placeholder: "The site's own" },
      {
        key: "hero_background_type",
        type: "choice",
        name: "Hero background",
        label: "Background",
        options: [
          { value: "image", name: "Image" },
          { value: "video", name: "Video" },
        ],
      },
      {
        key: "hero_video_url",
        type: "upload",
        name: "Hero video",
        label: "Video address",
        help: `A YouTube link, or a video file: ${VIDEO_FORMATS}.`,
        upload: { kind: "video", what: "video" },
      },
      {
        key: "hero_video_poster",
        type: "upload",
        name: "Hero poster",
        label: "Poster",
        help: `Shown until the video plays: ${PICTURE_FORMATS}.`,
        upload: { kind: "image", what: "poster" },
      },
      { key: "hero_video_autoplay", type: "boolean", name: "Hero video autoplay", label: "Autoplay", words: ON_OFF },
      { key: "hero_video_muted", type: "boolean", name: "Hero video muted", label: "Muted", words: ON_OFF },
      { key: "hero_video_loop", type: "boolean", name: "Hero video loop", label: "Loop", words: ON_OFF },
    ],
  }),
};

/** What has a history, by its name in addresses. */
export type CollectionName = keyof typeof COLLECTIONS;

/** All that is declared of a collection. */
export const collectionOf = (name: CollectionName): Collection => COLLECTIONS[name];

/** The options of a field of choices, for a control. */
export const optionsOf = (fields: readonly FormField[], key: string): { value: string; label: string }[] =>
  (fields.find((field) => field.key === key)?.options ?? []).map(({ value, name }) => ({ value, label: name }));

/** What one document of a collection is called alone: "Quick access". */
export function titleOf(name: CollectionName): string {
  const { title, one } = collectionOf(name);
  return title ?? one.charAt(0).toUpperCase() + one.slice(1);
}

/** The address where a document of a collection is edited; without one that of all. */
export function editAddress(name: CollectionName, id?: string): string {
  return addressOf(collectionOf(name).tab, id === undefined ? {} : { edit: id });
}
