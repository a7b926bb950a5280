import { Button } from "@mantine/core";
import { useCallback, useRef, useState } from "react";
import { hasStatus, messageOf } from "@/api/errors";
import { useConfirm } from "@/components/confirm";
import { FormError } from "@/components/FormError";
import { Panel } from "@/components/Panel";
import { Failure, Loading } from "@/components/states";
import { toast } from "@/components/toasts";
import { useLeaveGuard } from "@/components/useLeaveGuard";
import { WhileHeld } from "@/components/WhileHeld";
import { useContentModel } from "@/model/model";
import type { MenuModel } from "@/model/types";
import { type StoredMenu, saveMenu, useMenu } from "./calls";
import { MenuItems } from "./MenuItems";
import "./menus.css";
import { entriesOf, type Item, itemsOf } from "./tree";

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
      {data && <MenuForm menu={menu} stored={data} onReload={() => mutate()} />}
    </fieldset>
  );
}

interface FormProps {
  menu: MenuModel;
  stored: StoredMenu;
  onReload: () => Promise<unknown>;
}

function MenuForm({ menu, stored, onReload }: FormProps) {
  const [base, setBase] = useState(stored);
  const [items, setItems] = useState<readonly Item[]>(() => itemsOf(stored.items));
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [reason, setReason] = useState<string | null>(null);
  const confirm = useConfirm();
  const dirty = JSON.stringify(entriesOf(items)) !== JSON.stringify(entriesOf(itemsOf(base.items)));
  const isDirty = useRef(dirty);
  isDirty.current = dirty;
  useLeaveGuard(
    useCallback(() => isDirty.current, []),
    { message: `Leave without saving the menu “${menu.name}”?`, cancel: "Stay" },
  );
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
    try {
      const revision = await saveMenu(menu.place, entries, overwrite ? undefined : base.revision);
      setBase({ items: entries, revision });
      toast.success("Menu saved");
    } catch (error) {
      if (hasStatus(error, 412)) return await settle(error.problem?.current as StoredMenu | undefined);
      if (hasStatus(error, 422)) setErrors(error.fieldErrors());
      setReason(messageOf(error));
      toast.failure("Failed to save menu", error);
    } finally {
      setBusy(false);
    }
  };
  const settle = async (theirs: StoredMenu | undefined) => {
    const overwrite = await confirm({
      message: "Someone else saved this menu",
      detail: "Overwrite it with yours, or stay and take theirs with Discard changes.",
      confirm: "Overwrite",
      cancel: "Stay",
    });
    if (overwrite) return save(true);
    if (theirs) setBase(theirs);
    await onReload();
  };

  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void save();
      }}
    >
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
        <WhileHeld />
        <span className="form-state" role="status">
          {dirty ? "Not saved yet" : ""}
        </span>
      </div>
    </form>
  );
}
