import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { $getSelectionStyleValueForProperty, $patchStyleText } from "@lexical/selection";
import {
  $getNodeByKey,
  $getSelection,
  $isRangeSelection,
  $isTextNode,
  type LexicalEditor,
  mergeRegister,
  TextNode,
} from "lexical";
import {
  COLORS,
  type ColorProperty,
  canonicalStyle,
  colorNames,
  FONTS,
  parseCss,
  SIZES,
  styleToCss,
} from "../closedList";
import { useEditorValue } from "../useEditorValue";

/** A property's value over the whole selection, "" when unset or mixed, and how to set it. */
export function useInlineStyle(property: string): [string, (value: string | null) => void] {
  const [editor] = useLexicalComposerContext();
  const value = useEditorValue(() => {
    const selection = $getSelection();
    return $isRangeSelection(selection) ? $getSelectionStyleValueForProperty(selection, property, "") : "";
  });
  const set = (next: string | null) =>
    editor.update(() => {
      const selection = $getSelection();
      if (selection) $patchStyleText(selection, { [property]: next });
    });
  return [value, set];
}

/**
 * Keeps the style of every run of text within the closed list, and shows it as
 * the site shows stored articles, so that both share one style sheet.
 */
export function registerInlineStyles(editor: LexicalEditor): () => void {
  return mergeRegister(
    editor.registerNodeTransform(TextNode, (node) => {
      const style = node.getStyle();
      const canonical = style === "" ? "" : styleToCss(canonicalStyle(parseCss(style)));
      if (canonical !== style) node.setStyle(canonical);
    }),
    editor.registerMutationListener(TextNode, (mutations) => {
      editor.getEditorState().read(() => {
        for (const [key, mutation] of mutations) {
          const node = mutation === "destroyed" ? null : $getNodeByKey(key);
          // Most new words have no style. Whatever is set on an element makes the browser compute its look again.
          if (!$isTextNode(node) || (mutation === "created" && node.getStyle() === "")) continue;
          const dom = editor.getElementByKey(key);
          if (dom) show(dom, parseCss(node.getStyle()));
        }
      });
    }),
  );
}

function show(dom: HTMLElement, style: Record<string, string>) {
  for (const size of SIZES) dom.classList.toggle(`ql-size-${size}`, style["font-size"] === size);
  for (const font of FONTS) dom.classList.toggle(`ql-font-${font}`, style["font-family"] === font);
  for (const property of Object.keys(COLORS) as ColorProperty[]) showColor(dom, property, style[property]);
  dom.style.removeProperty("font-size");
  dom.style.removeProperty("font-family");
}

function showColor(dom: HTMLElement, property: ColorProperty, value = "") {
  const names = colorNames(property);
  for (const name of names) dom.classList.toggle(`ql-${COLORS[property].prefix}-${name}`, value === name);
  // As withOwnColors writes it; without a value it is removed.
  dom.style.setProperty(`--${property}`, names.includes(value) ? "" : value);
  dom.style.removeProperty(property);
}
