import { useEffect, useRef, useState } from "react";

interface Props {
  /** The address of a page of this origin; another one takes its place once it has been loaded. */
  src: string;
  title: string;
  width: number;
  height: number;
  /** How many times smaller it is shown. */
  scale: number;
}

/** A page that waits for its pictures is shown without them. */
const PATIENCE = 2500;
const LOOK_EVERY = 250;

/** A page in a frame. The next page is loaded behind it and scrolled to the same place, so that nothing flickers. */
export function PageFrame({ src, title, width, height, scale }: Props) {
  const [shown, setShown] = useState(src);
  const frames = useRef(new Map<string, HTMLIFrameElement>());

  const show = (next: string) => {
    // Of a page that the browser could not load there is no document.
    const [before, after] = [shown, next].map((page) => frames.current.get(page)?.contentDocument?.defaultView);
    if (before && after) after.scrollTo({ left: before.scrollX, top: before.scrollY, behavior: "instant" });
    setShown(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is waited for once
  useEffect(() => {
    if (src === shown) return;
    const begun = Date.now();
    const timer = setInterval(() => {
      if (Date.now() - begun < PATIENCE) return;
      const page = frames.current.get(src)?.contentDocument;
      // Not before there is anything of it to show, and to scroll.
      if (!page || page.URL === "about:blank" || page.readyState === "loading") return;
      keepIn(page);
      show(src);
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [src, shown]);

  return (shown === src ? [src] : [shown, src]).map((address) => (
    <iframe
      key={address}
      ref={(frame) => {
        if (frame) frames.current.set(address, frame);
        else frames.current.delete(address);
      }}
      src={address}
      title={address === shown ? title : undefined}
      className="preview-frame"
      style={{ width, height, transform: `scale(${scale})` }}
      hidden={address !== shown}
      onLoad={({ currentTarget }) => {
        keepIn(currentTarget.contentDocument);
        if (address === src && address !== shown) show(address);
      }}
    />
  ));
}

/** Links and forms of a preview lead nowhere: elsewhere the site forbids frames, and what is typed would be gone. */
function keepIn(page: Document | null) {
  page?.addEventListener("click", stay, { capture: true });
}

function stay(event: Event) {
  // Elements of a frame are none of this window's: they are not asked for their class.
  const link = (event.target as Partial<Element> | null)?.closest?.("a");
  if (link && !link.getAttribute("href")?.startsWith("#")) event.preventDefault();
}
