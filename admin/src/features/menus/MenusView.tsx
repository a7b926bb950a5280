import { Button } from "@mantine/core";
import { DocumentForm } from "@/editing/DocumentForm";
import { FormFoot } from "@/editing/FormFoot";
import { Presence } from "@/editing/Presence";
import { useDocument } from "@/editing/useDocument";
import { History } from "@/history/History";
import { useContentModel } from "@/model/model";
import type { MenuModel } from "@/model/types";
import { usePreviewing, WithPreview } from "@/preview/Preview";
import { Loaded } from "@/ui/Loaded";
import { Panel } from "@/ui/Panel";
import { MENUS } from "./calls";
import { MenuItems } from "./MenuItems";
import { entriesOf, itemsOf, sameMenu } from "./tree";
import "./menus.css";

/** The site's menus, place by place. */
export function MenusView() {
  return (
    <Panel title="Menus" subtitle="The links in the top bar, the navigation and the footer.">
      <Loaded from={useContentModel()} failed="The menus could not be loaded">
        {({ menus }) => (
          <div className="menus">
            {menus.map((menu) => (
              <fieldset key={menu.place} className="fields" name={menu.place}>
                <legend>{menu.name}</legend>
                <MenuForm menu={menu} />
              </fieldset>
            ))}
          </div>
        )}
      </Loaded>
    </Panel>
  );
}

function MenuForm({ menu }: { menu: MenuModel }) {
  const document = useDocument(MENUS, menu.place, () => {});
  const { form, setForm, stored, submit } = document;
  const previewing = usePreviewing(menu.name);
  return (
    <>
      <Presence collection="menus" id={menu.place} />
      <WithPreview
        previewing={previewing}
        request={() =>
          document.blank ? null : { kind: "menus", id: menu.place, values: { items: entriesOf(form.items) } }
        }
      >
        <DocumentForm
          document={document}
          name={`Menu: ${menu.name}`}
          noValidate
          foot={
            <FormFoot className="menu-foot" save="Save Menu" name={`Save Menu: ${menu.name}`} document={document}>
              {stored && !sameMenu(stored.items, menu.default) && (
                <Button
                  variant="default"
                  aria-label={`Restore default: ${menu.name}`}
                  onClick={() => setForm({ items: itemsOf(menu.default) })}
                >
                  Restore default
                </Button>
              )}
              {previewing.button}
              <History documents={[{ collection: "menus", id: menu.place, name: menu.name }]} of={menu.name} />
            </FormFoot>
          }
        >
          <MenuItems
            items={form.items}
            depth={menu.depth}
            at="items"
            errors={submit.fields}
            onChange={(items) => setForm({ items })}
          />
        </DocumentForm>
      </WithPreview>
    </>
  );
}
