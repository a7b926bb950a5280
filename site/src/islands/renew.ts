/** The key under which typed text is stored while the page is loaded again. */
const KEY = "typed";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Whether the page was loaded again already: then doing so once more would not help. */
const isReloaded = () =>
  performance.getEntriesByType("navigation").some((entry) => (entry as PerformanceNavigationTiming).type === "reload");

/**
 * Loads the page again when another version of the code is live now, since the files of this one may be gone; once also
 * where the page is `stuck` with a file that could not be fetched. What was typed and submitted is kept. Returns whether
 * it does.
 */
export async function renew(stuck = false): Promise<boolean> {
  const page = await fetch(location.href, { cache: "no-cache" })
    .then((answer) => (answer.status < 500 ? answer.text() : undefined))
    .catch(() => undefined);
  const isSame = page?.includes(new URL(import.meta.url).pathname);
  if (page === undefined || (isSame && !(stuck && !isReloaded()))) return false;
  const fields = [...document.querySelectorAll<Field>("form[method=dialog] :is(input, textarea)")];
  const typed = fields.map(({ id, value, form }) => [id, value, form?.dataset.early ?? null]);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(typed));
  } catch {
    // Storage may be forbidden.
  }
  location.reload();
  return true;
}

/** Puts back what was typed before the page was loaded again. */
export function restore(): void {
  let typed: [string, string, string | null][] = [];
  try {
    typed = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    sessionStorage.removeItem(KEY);
  } catch {
    // As above.
  }
  for (const [id, value, early] of typed) {
    const field = document.getElementById(id) as Field | null;
    if (!field) continue;
    field.value = value;
    if (early !== null && field.form) field.form.dataset.early = early;
  }
}
