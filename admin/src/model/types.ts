import type { components } from "@academy/shared/api/schema.gen";

type Schemas = components["schemas"];

export type BlockModel = Schemas["ModelBlock"];
export type ContentModel = Schemas["ContentModel"];
export type Field = Schemas["ModelField"];
export type FieldType = Field["type"];
export type MenuEntry = Schemas["MenuEntry"];
export type MenuModel = Schemas["ModelMenu"];
export type PageModel = Schemas["ModelPage"];

/** Values by key. A missing one shows the field's default; "" and [] show nothing. */
export type Values = Readonly<Record<string, unknown>>;
