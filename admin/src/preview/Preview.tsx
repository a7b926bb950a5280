import { asSentence, reasonOf } from "@academy/shared/api/errors";
import { Button, Modal, NativeSelect, useComputedColorScheme } from "@mantine/core";
import { useElementSize, useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { Choice } from "@/ui/Choice";
import { Empty, Loading } from "@/ui/states";
import type { PreviewRequest } from "./calls";
import { PageFrame } from "./PageFrame";
import { usePreview } from "./usePreview";
import "./preview.css";

const WIDTHS = { Phone: 390, Desktop: 1280 } as const;
const THEMES = { Light: "light", Dark: "dark" } as const;

/**
 * Whether the preview of a form is open, and the button that opens and closes it; `of` tells it from others of the
 * screen.
 */
export function usePreviewing(of?: string) {
  const [opened, setOpened] = useState(false);
  const wide = useMediaQuery("(min-width: 62em)", true, { getInitialValueInEffect: false });
  const button = (
    <Button
      variant="subtle"
      size="sm"
      aria-expanded={opened}
      aria-label={of && `Preview: ${of}`}
      onClick={() => setOpened(!opened)}
    >
      Preview
    </Button>
  );
  return { opened, wide, beside: opened && wide, close: () => setOpened(false), button };
}

export type Previewing = ReturnType<typeof usePreviewing>;

interface Props {
  previewing: Previewing;
  /** What the form holds; null while that is nothing. */
  request: () => PreviewRequest | null;
  /** Of a form that many pages show: paths of those to choose from, by their names, the first one first. */
  pages?: Readonly<Record<string, string>>;
  /** The form. */
  children: ReactNode;
}

/** A form, and beside it the page as what is typed will make it. On a small screen the page lies over the form. */
export function WithPreview({ previewing: { opened, wide, beside, close }, request, pages, children }: Props) {
  const [width, setWidth] = useState<keyof typeof WIDTHS>("Phone");
  const [route, setRoute] = useState<string>();
  const asked = opened ? request() : null;
  const page = opened && (
    <Page request={asked && { ...asked, ...(route && { route }) }} width={width} onWidth={setWidth}>
      {pages && (
        <NativeSelect
          aria-label="Page"
          size="xs"
          data={Object.entries(pages).map(([label, value]) => ({ label, value }))}
          value={route}
          onChange={(event) => setRoute(event.currentTarget.value)}
        />
      )}
    </Page>
  );
  return (
    <div className="with-preview" data-preview={beside ? width : undefined}>
      <div className="previewed">{children}</div>
      {wide ? (
        page && (
          <section className="preview" aria-label="Preview">
            {page}
          </section>
        )
      ) : (
        <Modal
          opened={opened}
          onClose={close}
          title="Preview"
          fullScreen
          classNames={{ content: "preview-screen", body: "preview" }}
        >
          {page}
        </Modal>
      )}
    </div>
  );
}

interface PageProps {
  request: PreviewRequest | null;
  width: keyof typeof WIDTHS;
  onWidth: (width: keyof typeof WIDTHS) => void;
  /** What else can be chosen. */
  children?: ReactNode;
}

function Page({ request, width, onWidth, children }: PageProps) {
  const scheme = useComputedColorScheme("light");
  const [theme, setTheme] = useState<keyof typeof THEMES>(scheme === "dark" ? "Dark" : "Light");
  const { made, failure, waits, again } = usePreview(request);
  const { ref, width: wide, height: high } = useElementSize();
  const scale = Math.min(1, wide / WIDTHS[width]);
  const wear = (next: keyof typeof THEMES) => {
    setTheme(next);
    // The address of a page is good for some minutes only.
    if (made && new Date(made.expires_at) < new Date()) again();
  };
  return (
    <>
      <div className="preview-bar">
        {children}
        <Choice label="Width" choices={["Phone", "Desktop"]} chosen={width} onChoose={onWidth} />
        <Choice label="Theme" choices={["Light", "Dark"]} chosen={theme} onChoose={wear} />
      </div>
      <div ref={ref} className="preview-page">
        {made && wide > 0 ? (
          <PageFrame
            src={`${made.url}?theme=${THEMES[theme]}`}
            title={`Preview, ${width.toLowerCase()}`}
            width={WIDTHS[width]}
            height={high / scale}
            scale={scale}
          />
        ) : (
          failure === null &&
          (request ? (
            <Loading label="Preparing the preview…" />
          ) : (
            <Empty title="The page appears here">It updates as you write.</Empty>
          ))
        )}
        <div role="status" className="preview-failure" data-alone={made === null || undefined}>
          {failure !== null && (
            <p>
              <strong>{made ? "Not up to date." : "The page cannot be shown."}</strong> {asSentence(reasonOf(failure))}
              {waits && " It is tried again automatically."}
            </p>
          )}
        </div>
      </div>
    </>
  );
}
