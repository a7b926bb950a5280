import { Modal } from "@mantine/core";
import { SHORTCUTS, shortcutLabel } from "@/ui/shortcuts";
import { useFocusBack } from "@/ui/useFocusBack";
import "./palette.css";

/** The list of all shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  useFocusBack();
  return (
    <Modal
      opened
      onClose={onClose}
      returnFocus={false}
      title="Keyboard shortcuts"
      size="46rem"
      transitionProps={{ duration: 0 }}
    >
      <div className="shortcuts">
        {Object.entries(SHORTCUTS).map(([place, shortcuts]) => (
          <section key={place} aria-label={place}>
            <h3>{place}</h3>
            <dl>
              {Object.entries(shortcuts).map(([action, keys]) => (
                <div key={action}>
                  <dt>{action}</dt>
                  <dd>
                    <kbd>{shortcutLabel(keys)}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
