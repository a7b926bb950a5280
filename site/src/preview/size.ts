/** Pixels of every preview. */
export const PREVIEW_WIDTH = 1200;
export const PREVIEW_HEIGHT = 630;
