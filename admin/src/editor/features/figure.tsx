import { MAX_ALT } from "@academy/shared/limits";
import { tooLong } from "@academy/shared/text/length";
import { Button, Modal, NativeSelect, TextInput } from "@mantine/core";
import { $createParagraphNode, $getNodeByKey } from "lexical";
import { useState } from "react";
import { $setApart } from "../containers";
import { OPEN_FIGURE } from "../FigureView";
import type { EditorFeature } from "../feature";
import { escapeText, textOf } from "../html/escape";
import {
  $createFigureNode,
  $createImageNode,
  $figureOf,
  $imageOf,
  $isFigureNode,
  $isImageNode,
  type Figure,
  FigureNode,
  type ImageNode,
  WIDTHS,
  widthOf,
} from "../ImageNode";
import { useDialog } from "../useDialog";
import { WordsField } from "../WordsField";
import { $imageHtml, readImage } from "./image";

const WIDTH_LABELS = { full: "As wide as the text", half: "Half as wide", wide: "Wider than the text" };

type Values = Figure & { alt: string };

/** The picture with its words, as a figure in place of what shows it so far. */
function $makeFigure(node: ImageNode, { alt, ...words }: Values) {
  const { src: url, ...image } = $imageOf(node);
  const figure = $createFigureNode({ ...image, url, alt }, words);
  if ($isFigureNode(node)) return void node.replace(figure);
  $setApart(node, figure);
}

/** The picture alone, in a paragraph. */
function $makeImage(node: FigureNode, alt: string) {
  const { src: url, ...rest } = $imageOf(node);
  const image = $createImageNode({ ...rest, url, alt });
  node.replace($createParagraphNode().append(image));
  image.selectNext();
}

/** The dialog of a figure. Its button is in the panel of a picture. */
function Panel() {
  const { editor, nodeKey, opened, frame, apply } = useDialog(OPEN_FIGURE);
  const read = (): Values =>
    editor.getEditorState().read(() => {
      const node = $getNodeByKey(nodeKey ?? "");
      const words = $isFigureNode(node) ? $figureOf(node) : { place: "full" as const, caption: "", credit: "" };
      return { ...words, alt: $isImageNode(node) ? $imageOf(node).alt : "" };
    });
  return (
    <Modal {...frame} title="Figure" size="32rem">
      {opened && (
        <Form
          initial={read()}
          onSave={(values) => apply((node) => $isImageNode(node) && $makeFigure(node, values))}
          onBare={(alt) => apply((node) => $isFigureNode(node) && $makeImage(node, alt))}
        />
      )}
    </Modal>
  );
}

interface FormProps {
  initial: Values;
  onSave: (values: Values) => void;
  onBare: (alt: string) => void;
}

function Form({ initial, onSave, onBare }: FormProps) {
  const [values, setValues] = useState(initial);
  // A credit that stays as it is keeps its links and marks.
  const [credit, setCredit] = useState(() => textOf(initial.credit));
  const set = (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }));
  return (
    <div className="stack">
      <WordsField label="Caption" value={initial.caption} onChange={(caption) => set({ caption })} />
      <TextInput
        label="Credit"
        description="Who made or owns the picture."
        value={credit}
        onChange={(event) => {
          setCredit(event.currentTarget.value);
          set({ credit: escapeText(event.currentTarget.value) });
        }}
      />
      <TextInput
        label="Description (alt text)"
        description="Read aloud to people who cannot see it. Leave empty for decoration."
        error={tooLong(values.alt, MAX_ALT)}
        value={values.alt}
        onChange={(event) => set({ alt: event.currentTarget.value })}
      />
      <NativeSelect
        label="Width"
        value={values.place}
        data={WIDTHS.map((value) => ({ value, label: WIDTH_LABELS[value] }))}
        onChange={(event) => set({ place: widthOf(event.currentTarget.value) })}
      />
      <div className="actions">
        <Button variant="default" onClick={() => onBare(values.alt)}>
          Without caption
        </Button>
        <Button onClick={() => onSave(values)}>Save</Button>
      </div>
    </div>
  );
}

/** A picture with a caption, as it is stored. */
function $figureHtml(node: FigureNode): string {
  const { place, caption, credit } = $figureOf(node);
  const cite = credit === "" ? "" : `<cite>${credit}</cite>`;
  const words = [caption, cite].filter(Boolean).join(" ");
  const below = words === "" ? "" : `<figcaption>${words}</figcaption>`;
  return `<figure class="picture picture-${place}">${$imageHtml(node)}${below}</figure>`;
}

export const figure: EditorFeature = {
  name: "Figure",
  nodes: [FigureNode],
  Panel,
  $writeNode: (node) => ($isFigureNode(node) ? $figureHtml(node) : null),
  $readElement: (element, read) => {
    if (element.tagName !== "FIGURE" || !element.classList.contains("picture")) return null;
    const image = element.querySelector("img");
    const picture = image && readImage(image);
    if (!picture) return null;
    const words = element.querySelector("figcaption")?.cloneNode(true) as Element | undefined;
    const cite = words?.querySelector("cite");
    cite?.remove();
    const place = WIDTHS.find((width) => element.classList.contains(`picture-${width}`));
    const credit = cite ? read.$words(cite).trim() : "";
    return [$createFigureNode(picture, { place, caption: words ? read.$words(words, true) : "", credit })];
  },
};
