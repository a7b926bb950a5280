import { hasStatus, messageOf } from "@academy/shared/api/errors";
import { Button } from "@mantine/core";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { useSession } from "@/api/session";
import { AsideNotice } from "@/components/AsideNotice";
import { ConflictDialog } from "@/components/ConflictDialog";
import { draftsOf } from "@/components/drafts";
import { FormError } from "@/components/FormError";
import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useLeaveGuard } from "@/components/useLeaveGuard";
import { WhileHeld } from "@/components/WhileHeld";
import { useContentModel } from "@/model/model";
import type { MenuEntry, MenuModel } from "@/model/types";
import { type StoredMenu, saveMenu, useMenu } from "./calls";
import { MenuItems } from "./MenuItems";
import "./menus.css";
import { entriesOf, type Item, itemsOf, sameMenu } from "./tree";

/** The site's menus, place by place. */
export function MenusView() {
  const { data: model, error, mutate } = useContentModel();
  if (!model) {
    if (error) return <Failure title="The menus could not be loaded" error={error} onRetry={() => mutate()} />;
    return <Loading />;
  }
  return (
    <Panel title="Menus" subtitle="Where the entries of the top bar, the navigation and the footer lead.">
      <div className="menus">
        {model.menus.map((menu) => (
          <Place key={menu.place} menu={menu} />
        ))}
      </div>
    </Panel>
  );
}

function Place({ menu }: { menu: MenuModel }) {
  const { data, error, mutate } = useMenu(menu.place);
  return (
    <fieldset className="fields" name={menu.place}>
      <legend>{menu.name}</legend>
      {!data &&
        (error ? (
          <Failure title="This menu could not be loaded" error={error} onRetry={() => mutate()} />
        ) : (
          <Loading />
        ))}
      {data && <MenuForm menu={menu} stored={data} onReload={mutate} />}
    </fieldset>
  );
}

interface FormProps {
  menu: MenuModel;
  stored: StoredMenu;
  /** Asks for the menu as it is stored now. */
  onReload: () => Promise<StoredMenu | undefined>;
}

function MenuForm({ menu, stored, onReload }: FormProps) {
  const [base, setBase] = useState(stored);
  const [items, setItems] = useState<readonly Item[]>(() => itemsOf(stored.items));
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [reason, setReason] = useState<string | null>(null);
  const [conflict, setConflict] = useState<{ theirs: StoredMenu | undefined } | null>(null);
  const { user } = useSession();
  const [drafts] = useState(() => draftsOf<{ items: MenuEntry[] }>("menu", user?.id ?? "", { items: [] }));
  const [aside, setAside] = useState(() => drafts.readAside(menu.place));
  const form = useRef<HTMLFormElement>(null);
  const dirty = !sameMenu(entriesOf(items), base.items);
  const isDirty = useRef(dirty);
  isDirty.current = dirty;
  useLeaveGuard(
    useCallback(() => isDirty.current, []),
    { message: `Leave without saving the menu “${menu.name}”?`, cancel: "Stay" },
  );
  useLayoutEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const take = (next: StoredMenu) => {
    setBase(next);
    setItems(itemsOf(next.items));
    setErrors({});
    setReason(null);
  };

  const save = async (overwrite = false): Promise<void> => {
    const entries = entriesOf(items);
    setBusy(true);
    setErrors({});
    setReason(null);
    setConflict(null);
    try {
      const revision = await saveMenu(menu.place, entries, overwrite ? undefined : base.revision);
      setBase({ items: entries, revision });
      toast.success("Menu saved");
    } catch (error) {
      if (hasStatus(error, 412)) return setConflict({ theirs: error.problem?.current as StoredMenu | undefined });
      if (hasStatus(error, 422)) setErrors(error.fieldErrors());
      setReason(messageOf(error));
      toast.failure("Failed to save menu", error);
    } finally {
      setBusy(false);
    }
  };
  /** Takes the other version into the form; one's own stays at hand. */
  const reload = async () => {
    const kept = { form: { items: entriesOf(items) }, revision: base.revision, keptAt: new Date().toISOString() };
    drafts.keepAside(menu.place, kept);
    setAside(kept);
    const theirs = conflict?.theirs ?? (await onReload());
    setConflict(null);
    if (theirs) take(theirs);
  };
  const forgetAside = () => {
    drafts.dropAside(menu.place);
    setAside(null);
  };
  const takeAside = () => {
    if (aside) setItems(itemsOf(aside.form.items));
    forgetAside();
  };

  return (
    <form
      ref={form}
      aria-label={`Menu: ${menu.name}`}
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
    >
      <AsideNotice keptAt={aside?.keptAt} onTake={takeAside} onForget={forgetAside} />
      <MenuItems items={items} depth={menu.depth} at="items" errors={errors} onChange={setItems} />
      <FormError message={reason} />
      <div className="menu-foot">
        <Button type="submit" loading={busy} aria-label={`Save Menu: ${menu.name}`}>
          Save Menu
        </Button>
        {dirty && (
          <Button variant="default" onClick={() => take(base)}>
            Discard changes
          </Button>
        )}
        {!sameMenu(base.items, menu.default) && (
          <Button
            variant="default"
            aria-label={`Restore default: ${menu.name}`}
            onClick={() => setItems(itemsOf(menu.default))}
          >
            Restore default
          </Button>
        )}
        <WhileHeld />
        <span className="form-state" role="status">
          {dirty ? "Not saved yet" : ""}
        </span>
      </div>
      <ConflictDialog
        what="menu"
        conflict={conflict && { theirs: undefined }}
        onReload={reload}
        onOverwrite={() => save(true)}
        onClose={() => setConflict(null)}
      />
    </form>
  );
}
