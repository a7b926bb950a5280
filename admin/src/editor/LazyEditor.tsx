import { type ComponentProps, lazy, Suspense } from "react";
import { Loading } from "@/components/states";
import "./editor-box.css";

// The editor is the largest part of the dashboard; whoever writes no formatted text never loads it.
const RichTextEditor = lazy(() => import("./RichTextEditor"));

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
