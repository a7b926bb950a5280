import { announcer } from "./announce";
import type { EditorFeature } from "./feature";
import { align } from "./features/align";
import { background } from "./features/background";
import { blockquote } from "./features/blockquote";
import { bold } from "./features/bold";
import { bulletList } from "./features/bulletList";
import { callout } from "./features/callout";
import { cleanFormat } from "./features/clean";
import { codeBlock } from "./features/codeBlock";
import { color } from "./features/color";
import { divider } from "./features/divider";
import { drop } from "./features/drop";
import { figure } from "./features/figure";
import { file } from "./features/file";
import { find } from "./features/find";
import { font } from "./features/font";
import { footnote } from "./features/footnote";
import { formula } from "./features/formula";
import { header } from "./features/header";
import { image } from "./features/image";
import { indent } from "./features/indent";
import { inlineCode } from "./features/inlineCode";
import { insertMenu } from "./features/insertMenu";
import { italic } from "./features/italic";
import { link } from "./features/link";
import { markdown } from "./features/markdown";
import { moveBlock } from "./features/moveBlock";
import { orderedList } from "./features/orderedList";
import { outdent } from "./features/outdent";
import { paragraph } from "./features/paragraph";
import { paste } from "./features/paste";
import { pictures } from "./features/pictures";
import { question } from "./features/question";
import { size } from "./features/size";
import { strike } from "./features/strike";
import { subscript } from "./features/subscript";
import { superscript } from "./features/superscript";
import { tab } from "./features/tab";
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
  [link, image, pictures, video, file],
  [table, divider, callout, question],
  [formula, footnote, figure],
  [find, cleanFormat],
];

/** The tools for words within a line. */
export const INLINE_TOOLBAR: readonly (readonly EditorFeature[])[] = [
  [bold, italic, underline, strike],
  [color, background],
  [subscript, superscript],
  [link],
  [cleanFormat],
];

/** Formats with a panel that stand among words, in texts and in captions. */
export const INLINE_PANELS: readonly EditorFeature[] = [...INLINE_TOOLBAR.flat(), formula, footnote];

/** Everything the editor can do. */
export const FEATURES: readonly EditorFeature[] = [
  ...TOOLBAR.flat(),
  paragraph,
  inlineCode,
  tab,
  paste,
  drop,
  insertMenu,
  markdown,
  moveBlock,
  announcer,
  undo,
];

export const NODES = FEATURES.flatMap((feature) => feature.nodes ?? []);
