// What can be touched of the site: where, how, and by which selector its effect is seen.

const button = (name) => (page) => page.getByRole("button", { name }).filter({ visible: true }).first();
const link = (name) => (page) => page.getByRole("link", { name, exact: true }).filter({ visible: true }).first();
const css = (selector) => (page) => page.locator(selector).filter({ visible: true }).first();

const press = (what) => async (page) => what(page).click();
const point = (what) => async (page) => what(page).hover();
const tap = (what) => async (page) => what(page).tap();
const key = (what, name) => async (page) => what(page).press(name);

/** Scrolls to something: no press that a browser could tell the time of. */
const scroll = (selector) => (page) =>
  page.evaluate((to) => {
    window.touched.since = performance.now();
    document.querySelector(to).scrollIntoView({ block: "center" });
  }, selector);

const group = button("Learning Paths");
const menu = button("Menu");
const theme = button("Switch to dark theme");
const entry = '#main-menu a[href="/ncert-mastery"]';
const dark = 'html[data-theme="dark"]';

async function fill(page) {
  await page.getByLabel("Name").fill("Asha Rao");
  await page.getByLabel("Email").fill("asha@example.com");
  await page.getByLabel("Message").fill("How does one begin?");
}

/** On the bar of every page. */
const bar = (path) => [
  { path, control: "theme", by: "mouse", ready: theme, touch: press(theme), effect: dark },
  { path, control: "theme", by: "finger", ready: theme, touch: tap(theme), effect: dark },
  { path, control: "menu", by: "mouse", ready: group, touch: point(group), effect: entry },
  { path, control: "menu", by: "key", ready: group, touch: key(group, "ArrowDown"), effect: entry },
  { path, control: "menu of a phone", by: "finger", ready: menu, touch: tap(menu), effect: '#main-menu a[href="/"]' },
];

/**
 * Each is touched on a fresh page as soon as it can be seen. `before` is done without being measured; `leads`: the effect
 * is on another page.
 */
export const controls = [
  ...bar("/"),
  {
    path: "/",
    control: "video",
    by: "mouse",
    ready: css("#ncert-showcase button"),
    touch: press(css("#ncert-showcase button")),
    effect: "#ncert-showcase :is(iframe, [role=status]:not(:empty))",
  },
  {
    path: "/",
    control: "notice",
    by: "finger",
    ready: css("button[commandfor]"),
    touch: tap(css("button[commandfor]")),
    effect: "dialog[open]",
  },
  {
    path: "/",
    control: "folded card",
    by: "finger",
    ready: css("main details > summary"),
    touch: tap(css("main details > summary")),
    effect: "main details[open]",
  },
  {
    path: "/",
    control: "community, closed",
    by: "mouse",
    ready: css("aside[data-shown] button"),
    touch: press(css("aside[data-shown] button")),
    effect: "html:not(:has(aside[data-shown]))",
  },
  ...bar("/blog/how-to-analyse-a-mock-test"),
  ...bar("/adhva-vibes-psi"),
  {
    path: "/adhva-vibes-psi",
    control: "tab",
    by: "mouse",
    ready: css("#tab-2"),
    touch: press(css("#tab-2")),
    effect: "#panel-2",
  },
  {
    path: "/adhva-vibes-psi",
    control: "tab",
    by: "key",
    ready: css("#tab-0"),
    touch: key(css("#tab-0"), "ArrowRight"),
    effect: "#panel-1",
  },
  {
    path: "/adhva-vibes-psi",
    control: "chart",
    by: "scrolling",
    ready: css("canvas"),
    touch: scroll("canvas"),
    effect: "canvas[style]",
  },
  ...bar("/blog"),
  {
    path: "/blog",
    control: "search",
    by: "key",
    ready: css("#blog-search"),
    before: (page) => page.locator("#blog-search").fill("test"),
    touch: key(css("#blog-search"), "Enter"),
    effect: "main [role=status]",
    leads: true,
  },
  {
    path: "/blog",
    control: "link",
    by: "mouse",
    ready: link("About"),
    touch: press(link("About")),
    effect: 'body:has(#main-menu [href="/about-us"][aria-current]) main h1',
    leads: true,
  },
  {
    path: "/blog",
    control: "hidden trigger, seventh click",
    by: "mouse",
    ready: link("About"),
    before: (page) => page.evaluate(() => sessionStorage.setItem("about", `6 ${Date.now()}`)),
    touch: press(link("About")),
    effect: "#root",
    leads: true,
  },
  ...bar("/contact-us"),
  {
    path: "/contact-us",
    control: "form, sent",
    by: "mouse",
    ready: button("Send Message"),
    before: fill,
    touch: press(button("Send Message")),
    effect: ".toast",
  },
  {
    path: "/current-affairs-test",
    control: "form, sent",
    by: "key",
    ready: css("#notify-email"),
    before: (page) => page.locator("#notify-email").fill(`bench${Date.now()}@example.com`),
    touch: key(css("#notify-email"), "Enter"),
    effect: "#notify-message[data-kind=done]",
  },
  {
    path: "/foundation-test-series",
    control: "accordion",
    by: "mouse",
    ready: css("#syllabus summary"),
    touch: press((page) => page.locator("#syllabus summary").nth(1)),
    effect: "#syllabus details:nth-of-type(2)[open], #syllabus :nth-child(2) > details[open]",
  },
  {
    path: "/videos",
    control: "filter",
    by: "mouse",
    ready: css("fieldset button:nth-of-type(2)"),
    touch: press(css("fieldset button:nth-of-type(2)")),
    effect: "fieldset button:nth-of-type(2)[aria-pressed=true]",
  },
  {
    path: "/videos",
    control: "video",
    by: "finger",
    ready: css("main li button"),
    touch: tap(css("main li button")),
    effect: "main li video",
  },
];
