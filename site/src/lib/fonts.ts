import { interfaceFont, readingFont } from "@academy/shared/styles/fonts";
import { preload } from "react-dom";

const preloadFont = ({ pathname }: URL) =>
  preload(pathname, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });

/** Preloads the interface's font: with the style sheet alone, the browser would load it only during layout. */
export const preloadUiFont = () => preloadFont(interfaceFont);

/** The same of the font that long texts are read in, for a page whose first screen has one. */
export const preloadReadingFont = () => preloadFont(readingFont);
