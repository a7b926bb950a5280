import { useState } from "react";
import { useSearchParams } from "react-router";
import type { OnDone } from "@/editing/useDocument";
import { useEditorSoon } from "@/editor/LazyEditor";
import { ArticleEditor } from "./ArticleEditor";
import { ArticleList } from "./ArticleList";

/** The form above, every article below; `?edit=` says which article the form holds. */
export function ArticlesTab() {
  const [params, setParams] = useSearchParams();
  const id = params.get("edit");
  // What was new and is saved stays in the same form, with the cursor where it is.
  const [continued, setContinued] = useState<string | null>(null);
  useEditorSoon();

  const edit: OnDone = (next, { stay, replace } = {}) => {
    if (next !== id) setContinued(stay ? next : null);
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === null) changed.delete("edit");
        else changed.set("edit", next);
        return changed;
      },
      { replace },
    );
    // The form gives way to another one, and what had the focus with it.
    if (next !== id && !stay) document.getElementById("tab-panel")?.focus({ preventScroll: true });
  };

  return (
    <>
      <ArticleEditor key={id === null || id === continued ? "new" : id} id={id} onDone={edit} />
      <ArticleList
        editing={id}
        onEdit={(next) => {
          edit(next);
          document.getElementById("tab-panel")?.scrollIntoView({ block: "start" });
        }}
        onDeleted={(gone) => {
          if (gone === id) edit(null);
        }}
      />
    </>
  );
}
