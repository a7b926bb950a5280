import { $createLinkNode, $isLinkNode, $toggleLink, LinkNode } from "@lexical/link";
import { LINK } from "@lexical/markdown";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { Button, Popover, TextInput } from "@mantine/core";
import { IconLink } from "@tabler/icons-react";
import {
  $createTextNode,
  $findMatchingParent,
  $getSelection,
  $isRangeSelection,
  $setSelection,
  type BaseSelection,
  COMMAND_PRIORITY_NORMAL,
  createCommand,
  type LexicalCommand,
  type LexicalNode,
  mergeRegister,
  PASTE_COMMAND,
  type TextNode,
} from "lexical";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { SHORTCUTS } from "@/ui/shortcuts";
import type { EditorFeature } from "../feature";
import { focusAfterPanel } from "../focus";
import { attributes } from "../html/escape";
import { PORTAL } from "../portal";
import { registerShortcut } from "../shortcuts";
import { ToolButton } from "../ToolButton";
import { hasLinkScheme, leadsAway, linkAddress, storedLinkAddress } from "../urls";
import { useEditorValue } from "../useEditorValue";

const SHORTCUT = SHORTCUTS.Editor.Link;
const OPEN_LINK: LexicalCommand<void> = createCommand("open link panel");
const NEW_TAB = { target: "_blank", rel: "noreferrer noopener" };
const targetOf = (address: string) => (leadsAway(address) ? NEW_TAB : { target: null, rel: null });

function $currentLink(): LinkNode | null {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return null;
  const found = $findMatchingParent(selection.anchor.getNode(), $isLinkNode);
  return $isLinkNode(found) ? found : null;
}

function $applyLink(address: string | null) {
  const selection = $getSelection();
  const link = $currentLink();
  if (address !== null && link === null && $isRangeSelection(selection) && selection.isCollapsed()) {
    const text = address.replace(/^mailto:|^tel:/i, "");
    const created = $createLinkNode(address, targetOf(address)).append($createTextNode(text));
    selection.insertNodes([created]);
    created.selectNext(0, 0);
    return;
  }
  $toggleLink(address, address === null ? {} : targetOf(address));
}

function Tool() {
  const [editor] = useLexicalComposerContext();
  const url = useEditorValue(() => $currentLink()?.getURL() ?? "");
  const [opened, setOpened] = useState(false);
  const [draft, setDraft] = useState("");
  const [error, setError] = useState<string | null>(null);
  // The panel takes the focus; where the link goes is remembered meanwhile.
  const place = useRef<BaseSelection | null>(null);

  useEffect(() => {
    const open = () => {
      editor.getEditorState().read(() => {
        place.current = $getSelection()?.clone() ?? null;
        setDraft($currentLink()?.getURL() ?? "");
      });
      setError(null);
      setOpened(true);
      return true;
    };
    return editor.registerCommand(OPEN_LINK, open, COMMAND_PRIORITY_NORMAL);
  }, [editor]);

  const close = () => {
    setOpened(false);
    editor.focus();
  };
  const apply = (address: string | null) => {
    editor.update(() => {
      if (place.current) $setSelection(place.current.clone());
      $applyLink(address);
    });
    close();
  };
  const submit = () => {
    const address = linkAddress(draft);
    if (address) apply(address);
    else if (hasLinkScheme(draft)) setError("No browser opens this address. Look for a typing error in it.");
    else setError("Enter an address that starts with http, https, mailto, tel, or / or # for this site.");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // The panel stands inside the article's form, which must not be sent.
    event.preventDefault();
    submit();
  };

  return (
    <Popover
      portalProps={PORTAL}
      opened={opened}
      onChange={setOpened}
      onDismiss={close}
      onExitTransitionEnd={() => focusAfterPanel(editor)}
      trapFocus
      returnFocus={false}
      position="bottom-start"
    >
      <Popover.Target>
        <ToolButton
          name="Link"
          popup="dialog"
          shortcut={SHORTCUT}
          active={url !== ""}
          onClick={() => (opened ? close() : editor.dispatchCommand(OPEN_LINK, undefined))}
        >
          <IconLink size={18} stroke={1.75} />
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Link">
        <TextInput
          label="Link address"
          name="href"
          type="text"
          inputMode="url"
          placeholder="https://"
          data-autofocus
          w={300}
          value={draft}
          error={error}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div className="popover-actions">
          {url !== "" && (
            <Button size="xs" variant="default" onClick={() => apply(null)}>
              Remove link
            </Button>
          )}
          <Button size="xs" onClick={submit}>
            {url === "" ? "Add link" : "Change link"}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

export const link: EditorFeature = {
  name: "Link",
  nodes: [LinkNode],
  Tool,
  markdown: [
    {
      ...LINK,
      replace: (text: TextNode, match: RegExpMatchArray) => {
        const address = linkAddress(match[2] ?? match[3] ?? "");
        const isPicture = text.getPreviousSibling()?.getTextContent().endsWith("!");
        if (!address || isPicture) return;
        const words = LINK.replace?.(text, match);
        const made = words?.getParent();
        const { target, rel } = targetOf(address);
        if ($isLinkNode(made)) made.setURL(address).setTarget(target).setRel(rel);
      },
    },
  ],
  register: (editor) =>
    mergeRegister(
      registerShortcut(editor, SHORTCUT, () => editor.dispatchCommand(OPEN_LINK, undefined)),
      // An address pasted over selected words makes them a link.
      editor.registerCommand(
        PASTE_COMMAND,
        (event) => {
          const selection = $getSelection();
          const text = "clipboardData" in event ? (event.clipboardData?.getData("text/plain") ?? "") : "";
          const address = /^\s*(https?|mailto|tel):\S+\s*$/i.test(text) ? linkAddress(text) : null;
          if (!address || !$isRangeSelection(selection) || selection.isCollapsed()) return false;
          event.preventDefault();
          $toggleLink(address, targetOf(address));
          return true;
        },
        COMMAND_PRIORITY_NORMAL,
      ),
    ),
  $writeNode: (node, write) => {
    if (!$isLinkNode(node)) return null;
    const attrs = attributes({ href: node.getURL(), target: node.getTarget(), rel: node.getRel() });
    return `<a${attrs}>${write.$inline(node.getChildren())}</a>`;
  },
  $readElement: (element, read, around): LexicalNode[] | null => {
    const href = element.tagName === "A" ? element.getAttribute("href") : null;
    const address = href === null ? null : storedLinkAddress(href);
    if (address === null) return null;
    const target = /^(mailto|tel):/i.test(address) ? null : element.getAttribute("target");
    const created = $createLinkNode(address, { target, rel: target && element.getAttribute("rel") });
    return [created.append(...read.$inline(element, around))];
  },
};
