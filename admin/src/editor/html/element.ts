// Not of the page that is shown: there, a pasted picture would be fetched, and what its attributes say would run.
const inert = document.implementation.createHTMLDocument("");

/** Makes an element that is in no page. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
): Element {
  const made = inert.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
