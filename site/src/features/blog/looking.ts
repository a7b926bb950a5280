/** Runs before the first paint: an article that is being looked for must not first look lost. From then on
 * the stylesheet shows what looks for it (missing.module.css). */
export const lookingScript = `if(/^\\/blog\\/(?!page\\/?$)[^/]+\\/?$/.test(location.pathname))document.documentElement.dataset.looking=""`;
