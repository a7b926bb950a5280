/** The limits of the server. */
export const MAX_COLUMNS = 30;
export const MAX_ROWS = 500;
/** How many columns or rows a cell goes over at most. */
export const MAX_SPAN = 20;
/** In pixels. */
export const MIN_WIDTH = 40;
export const MAX_WIDTH = 9999;
export const DEFAULT_WIDTH = 120;
