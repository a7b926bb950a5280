/** The widths of columns, in pixels. */
export const MIN_WIDTH = 40;
export const MAX_WIDTH = 9999;
export const DEFAULT_WIDTH = 120;
