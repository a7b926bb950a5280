import { AutoFocusPlugin } from "@lexical/react/LexicalAutoFocusPlugin";
import { LexicalComposer } from "@lexical/react/LexicalComposer";
import { useLexicalComposerContext } from "@lexical/react/LexicalComposerContext";
import { ContentEditable } from "@lexical/react/LexicalContentEditable";
import { LexicalErrorBoundary } from "@lexical/react/LexicalErrorBoundary";
import { RichTextPlugin } from "@lexical/react/LexicalRichTextPlugin";
import { mergeRegister } from "lexical";
import { type ComponentProps, useEffect, useRef } from "react";
import "@academy/shared/styles/prose.css";
import { SHORTCUTS } from "@/ui/shortcuts";
import { CONFIG } from "./config";
import { documentHtml, loadDocument } from "./document";
import "./cells.css";
import "./editor.css";
import { LOAD_TAG } from "./feature";
import { FEATURES, INLINE_PANELS, INLINE_TOOLBAR, TOOLBAR } from "./features";
import { ImportDocument } from "./ImportDocument";
import { LegacyNotice } from "./LegacyNotice";
import { registerShortcut } from "./shortcuts";
import { TextAdvice } from "./TextAdvice";
import { Toolbar } from "./Toolbar";
import { type UploadImage, UploadProvider } from "./uploads";
import { WordCount } from "./WordCount";
import { EditorContext } from "./WordsField";

interface Props {
  /** Names the text field for assistive technology. */
  labelId: string;
  describedBy?: string;
  /** Stored HTML. A value that the editor did not report itself replaces the document. */
  value: string;
  /** Told the HTML after every change of the document. */
  onChange: (html: string) => void;
  uploadImage: UploadImage;
  /** Whole paragraphs with all that an article may have, or words within a line. */
  format?: "block" | "inline";
  placeholder?: string;
  invalid?: boolean;
  /** Whether the cursor is in it when it comes. */
  focused?: boolean;
  /** Documents can be brought in by a button that stands there. */
  importing?: ComponentProps<typeof ImportDocument>;
}

/** The editor of formatted text: what it shows looks as it will on the site. */
export function RichTextEditor({ uploadImage, format, placeholder = "Write the article…", ...props }: Props) {
  const id = `${props.labelId}-text`;
  const inline = format === "inline";
  return (
    <UploadProvider value={uploadImage}>
      <EditorContext value={RichTextEditor}>
        <LexicalComposer initialConfig={CONFIG}>
          <div className="editor" data-format={format} data-invalid={props.invalid || undefined}>
            <Toolbar controls={id} tools={inline ? INLINE_TOOLBAR : TOOLBAR} />
            <LegacyNotice />
            <div className="editor-bars" />
            <div className="editor-page">
              <RichTextPlugin
                contentEditable={
                  <ContentEditable
                    id={id}
                    className="prose editor-text"
                    // Said, for what checks that whatever scrolls can be reached by keys.
                    tabIndex={0}
                    ariaLabelledBy={props.labelId}
                    ariaDescribedBy={props.describedBy}
                    ariaMultiline={!inline}
                    ariaInvalid={props.invalid}
                    data-autofocus={props.focused || undefined}
                    aria-placeholder={placeholder}
                    placeholder={<p className="editor-placeholder prose">{placeholder}</p>}
                  />
                }
                ErrorBoundary={LexicalErrorBoundary}
              />
              {(inline ? INLINE_PANELS : FEATURES).map(
                ({ name, Panel }) => Panel && <Panel key={name} features={FEATURES} />,
              )}
            </div>
          </div>
          {props.importing && <ImportDocument {...props.importing} />}
          {!inline && <WordCount />}
          <TextAdvice />
          <FeaturesPlugin />
          {props.focused && <AutoFocusPlugin defaultSelection="rootEnd" />}
          <ValuePlugin value={props.value} onChange={props.onChange} />
        </LexicalComposer>
      </EditorContext>
    </UploadProvider>
  );
}

function FeaturesPlugin() {
  const [editor] = useLexicalComposerContext();
  useEffect(
    () =>
      mergeRegister(
        ...FEATURES.map((feature) => feature.register?.(editor, FEATURES) ?? (() => {})),
        registerShortcut(editor, SHORTCUTS.Editor["Go to the toolbar"], () => {
          const toolbar = editor.getRootElement()?.closest(".editor");
          toolbar?.querySelector<HTMLElement>("button.tool[tabindex='0']")?.focus();
        }),
      ),
    [editor],
  );
  return null;
}

function ValuePlugin({ value, onChange }: Pick<Props, "value" | "onChange">) {
  const [editor] = useLexicalComposerContext();
  const reported = useRef<string | null>(null);
  const tell = useRef(onChange);
  tell.current = onChange;

  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    loadDocument(editor, value);
  }, [editor, value]);

  useEffect(
    () =>
      editor.registerUpdateListener(({ dirtyElements, dirtyLeaves, tags }) => {
        if (dirtyElements.size === 0 && dirtyLeaves.size === 0) return;
        if (tags.has(LOAD_TAG)) return;
        const html = documentHtml(editor);
        if (html === reported.current) return;
        reported.current = html;
        tell.current(html);
      }),
    [editor],
  );
  return null;
}
