/** Runs before the first paint: an article that is being looked for must not first look lost. */
export const lookingScript = `if(/^\\/blog\\/(?!page\\/?$)[^/]+\\/?$/.test(location.pathname))document.documentElement.dataset.looking=""`;
