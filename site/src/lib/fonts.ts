import { preload } from "react-dom";

const ui = new URL("../styles/fonts/anek-core.woff2", import.meta.url);
const reading = new URL("../styles/fonts/serif-core.woff2", import.meta.url);

const preloadFont = ({ pathname }: URL) =>
  preload(pathname, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });

/** Has the interface's font asked for with the page: the stylesheet would ask for it only once text is laid out. */
export const preloadUiFont = () => preloadFont(ui);

/** The same of the font that long texts are read in, for a page whose first screen has one. */
export const preloadReadingFont = () => preloadFont(reading);
