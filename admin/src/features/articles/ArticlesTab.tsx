import { useSearchParams } from "react-router";
import { ArticleEditor } from "./ArticleEditor";
import { ArticleList } from "./ArticleList";

/** The form above, every article below; `?edit=` says which article the form holds. */
export function ArticlesTab() {
  const [params, setParams] = useSearchParams();
  const id = params.get("edit");

  const edit = (next: string | null) => {
    setParams((current) => {
      const changed = new URLSearchParams(current);
      if (next === null) changed.delete("edit");
      else changed.set("edit", next);
      return changed;
    });
    // The form gives way to another one, and what had the focus with it.
    if (next !== id) document.getElementById("tab-panel")?.focus({ preventScroll: true });
  };

  return (
    <>
      <ArticleEditor key={id ?? "new"} id={id} onDone={edit} />
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
