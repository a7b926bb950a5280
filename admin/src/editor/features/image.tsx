import { DRAG_DROP_PASTE } from "@lexical/rich-text";
import { IconPhoto } from "@tabler/icons-react";
import {
  $createParagraphNode,
  $getRoot,
  $getSelection,
  $isRangeSelection,
  COMMAND_PRIORITY_LOW,
  createCommand,
  mergeRegister,
} from "lexical";
import { useEffect, useRef } from "react";
import { LazyChooseMedia } from "@/media/ChooseButton";
import { toast } from "@/ui/toasts";
import { COPY_PICTURES, copyPicture } from "../copyPictures";
import type { EditorFeature } from "../feature";
import { isPicture, refusalOf } from "../files";
import { attributes } from "../html/escape";
import { $createImageNode, $imageOf, $isImageNode, ImageNode, type Picture } from "../ImageNode";
import { ASK_DESCRIPTION, NewPictures } from "../NewPictures";
import { ToolButton } from "../ToolButton";
import { useUploadImage } from "../uploads";
import { imageAddress } from "../urls";
import { useBusy } from "../useBusy";
import { type OpenDialog, useDialog } from "../useDialog";

const CHOOSE_IMAGE: OpenDialog = createCommand("choose a picture");

/** Inserts a picture at the caret; null when the text does not take it there. */
function $insertImage(image: Picture): ImageNode | null {
  const selection = $getSelection() ?? $getRoot().selectEnd();
  const node = $createImageNode(image);
  if ($isRangeSelection(selection)) selection.insertNodes([node]);
  else selection.insertNodes([$createParagraphNode().append(node)]);
  if (!node.isAttached()) return null;
  node.selectNext(0, 0);
  return node;
}

function Tool() {
  const { editor, frame, apply } = useDialog(CHOOSE_IMAGE);
  const upload = useUploadImage();
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
      const alt = image.media?.alt ?? "";
      editor.focus();
      editor.update(() => {
        const node = $insertImage({ ...image, alt });
        if (node && alt === "") {
          editor.dispatchCommand(ASK_DESCRIPTION, { key: node.getKey(), name: file.name, media: image.media });
        }
      });
    };
    const take = (files: readonly File[]) => {
      const others = files.filter((file) => !isPicture(file));
      if (others.length > 0) toast.error("Not taken", { detail: others.map(refusalOf).join(" ") });
      void each("Uploading image", files.filter(isPicture), insert);
    };
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
      <ToolButton name="Image" popup="dialog" onClick={() => editor.dispatchCommand(CHOOSE_IMAGE, null)}>
        <IconPhoto size={18} stroke={1.75} />
      </ToolButton>
      <LazyChooseMedia
        {...frame}
        kind="image"
        describes
        onChoose={({ url, width, height, alt }) => apply(() => $insertImage({ url, width, height, alt }))}
      />
      {busy}
    </>
  );
}

export const image: EditorFeature = {
  name: "Image",
  nodes: [ImageNode],
  Tool,
  insert: [{ name: "Image", Icon: IconPhoto, run: (editor) => editor.dispatchCommand(CHOOSE_IMAGE, null) }],
  Panel: NewPictures,
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
