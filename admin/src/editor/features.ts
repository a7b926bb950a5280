import type { EditorFeature } from "./feature";
import { align } from "./features/align";
import { background } from "./features/background";
import { blockquote } from "./features/blockquote";
import { bold } from "./features/bold";
import { bulletList } from "./features/bulletList";
import { cleanFormat } from "./features/clean";
import { codeBlock } from "./features/codeBlock";
import { color } from "./features/color";
import { drop } from "./features/drop";
import { font } from "./features/font";
import { header } from "./features/header";
import { image } from "./features/image";
import { indent } from "./features/indent";
import { italic } from "./features/italic";
import { link } from "./features/link";
import { orderedList } from "./features/orderedList";
import { outdent } from "./features/outdent";
import { paragraph } from "./features/paragraph";
import { paste } from "./features/paste";
import { size } from "./features/size";
import { strike } from "./features/strike";
import { subscript } from "./features/subscript";
import { superscript } from "./features/superscript";
import { table } from "./features/table";
import { underline } from "./features/underline";
import { undo } from "./features/undo";
import { video } from "./features/video";

/** The toolbar, group by group. The order within also decides how marks nest in the HTML. */
export const TOOLBAR: readonly (readonly EditorFeature[])[] = [
  [header, font, size],
  [bold, italic, underline, strike],
  [color, background],
  [subscript, superscript],
  [orderedList, bulletList, indent, outdent],
  [align],
  [blockquote, codeBlock],
  [link, image, video],
  [cleanFormat],
];

/** The tools for words within a line. */
export const INLINE_TOOLBAR: readonly (readonly EditorFeature[])[] = [
  [bold, italic, underline, strike],
  [color, background],
  [subscript, superscript],
  [link],
  [cleanFormat],
];

/** Everything the editor can do. */
export const FEATURES: readonly EditorFeature[] = [...TOOLBAR.flat(), paragraph, paste, drop, table, undo];

export const NODES = FEATURES.flatMap((feature) => feature.nodes ?? []);
