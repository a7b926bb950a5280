// notistack's style library writes into a style element, or into whatever `window._goober` is. The site's
// Content-Security-Policy allows no style elements, so that one is a style sheet.

const sheet = new CSSStyleSheet();
let rules = "";

const text = {
  get data() {
    return rules;
  },
  set data(changed: string) {
    rules = changed;
    sheet.replaceSync(changed);
  },
};

document.adoptedStyleSheets.push(sheet);
Object.assign(window, { _goober: { parentNode: document.head, firstChild: text } });
