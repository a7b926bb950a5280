import { type ComponentProps, Suspense, useEffect } from "react";
import { loadable } from "@/ui/loadable";
import { Loading } from "@/ui/states";
import "./editor-box.css";

// The editor is the largest part of the dashboard; whoever writes no formatted text never loads it.
const RichTextEditor = loadable(() => import("./RichTextEditor"), "RichTextEditor");

/** Fetches the editor's code while a form waits for what it will show in it. */
export const useEditorSoon = () => useEffect(RichTextEditor.load, []);

/** The editor, and until it has come a box as high as it. */
export function LazyEditor(props: ComponentProps<typeof RichTextEditor>) {
  return (
    <Suspense
      fallback={
        <div className="editor-loading" data-format={props.format}>
          <Loading label="Opening the editor…" />
        </div>
      }
    >
      <RichTextEditor {...props} />
    </Suspense>
  );
}
