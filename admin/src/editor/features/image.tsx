import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import { IconPhoto } from "@tabler/icons-react";
import {
  $createParagraphNode,
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  createCommand,
  type LexicalCommand,
  mergeRegister,
} from "lexical";
import { useEffect, useRef } from "react";
import { toast } from "@/ui/toasts";
import { COPY_PICTURES, copyPicture } from "../copyPictures";
import { FilePicker } from "../FilePicker";
import type { EditorFeature } from "../feature";
import { isPicture, refusalOf } from "../files";
import { attributes } from "../html/escape";
import { $createImageNode, $imageOf, $isImageNode, ImageNode, type Picture } from "../ImageNode";
import { ToolButton } from "../ToolButton";
import { type UploadedImage, useUploadImage } from "../uploads";
import { imageAddress } from "../urls";
import { useBusy } from "../useBusy";

const PICK_IMAGE: LexicalCommand<void> = createCommand("pick an image file");

/** The types of pictures that the picker offers. */
export const ACCEPTED = "image/png,image/gif,image/jpeg,image/bmp,image/x-icon";

function $insertImage(image: UploadedImage) {
  const selection = $getSelection();
  const node = $createImageNode(image);
  if ($isRangeSelection(selection)) selection.insertNodes([node]);
  else selection?.insertNodes([$createParagraphNode().append(node)]);
  if (!node.isAttached()) return;
  node.selectNext(0, 0);
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  const upload = useUploadImage();
  const onPick = useRef<(files: readonly File[]) => void>(() => {});
  const { busy, during } = useBusy();
  const run = useRef(during);
  run.current = during;

  useEffect(() => {
    if (!upload) return;
    /** Stores pictures one after the other; what it does meanwhile is said. */
    const each = async <T,>(what: string, pictures: readonly T[], store: (picture: T) => Promise<void>) => {
      for (const [index, picture] of pictures.entries()) {
        const doing = pictures.length > 1 ? `${what} ${index + 1} of ${pictures.length}` : what;
        // A failure is already told.
        await run.current(doing, () => store(picture)).catch(() => {});
      }
    };
    const insert = async (file: File) => {
      const image = await upload(file);
      editor.focus();
      editor.update(() => $insertImage(image));
    };
    const take = (files: readonly File[]) => {
      const others = files.filter((file) => !isPicture(file));
      if (others.length > 0) toast.error("Not taken", { detail: others.map(refusalOf).join(" ") });
      void each("Uploading image", files.filter(isPicture), insert);
    };
    onPick.current = take;
    return mergeRegister(
      editor.registerCommand(
        DRAG_DROP_PASTE,
        (files) => {
          take(files);
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerCommand(
        COPY_PICTURES,
        (addresses) => {
          void each("Copying image", addresses, (address) => copyPicture(editor, address, upload));
          return true;
        },
        COMMAND_PRIORITY_LOW,
      ),
    );
  }, [editor, upload]);

  return (
    <>
      <ToolButton name="Image" onClick={() => editor.dispatchCommand(PICK_IMAGE, undefined)}>
        <IconPhoto size={18} stroke={1.75} />
      </ToolButton>
      {upload && (
        <FilePicker
          command={PICK_IMAGE}
          name="image"
          accept={ACCEPTED}
          label="Image file"
          onPick={(files) => onPick.current(files)}
        />
      )}
      {busy}
    </>
  );
}

export const image: EditorFeature = {
  name: "Image",
  nodes: [ImageNode],
  Tool,
  insert: [{ name: "Image", Icon: IconPhoto, run: (editor) => editor.dispatchCommand(PICK_IMAGE, undefined) }],
  $writeNode: (node) => ($isImageNode(node) && node.isInline() ? $imageHtml(node) : null),
  $readElement: (element) => {
    if (element.tagName !== "IMG") return null;
    const picture = readImage(element);
    return picture ? [$createImageNode(picture)] : [];
  },
};

/** The stored form of a picture. */
export function $imageHtml(node: ImageNode): string {
  const { src, alt, title, width, height } = $imageOf(node);
  const more = attributes({ title, width: width || null, height: height || null });
  return `<img${attributes({ src })} alt="${escapeAlt(alt)}"${more}>`;
}

/** The picture of an `img`; null when its address is not one that the text may have. */
export function readImage(element: Element): (Picture & { alt: string }) | null {
  const src = imageAddress(element.getAttribute("src") ?? "");
  return src === null
    ? null
    : {
        url: src,
        alt: element.getAttribute("alt") ?? "",
        title: element.getAttribute("title") ?? "",
        width: pixels(element, "width"),
        height: pixels(element, "height"),
      };
}

function escapeAlt(alt: string): string {
  // An image without words for it still says so: alt="" means decoration.
  return attributes({ alt }).slice(' alt="'.length, -1);
}

function pixels(element: Element, name: string): number | null {
  const value = /^\d{1,5}(px)?$/.exec(element.getAttribute(name)?.trim() ?? "");
  return value ? Number.parseInt(value[0], 10) : null;
}
