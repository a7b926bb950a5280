// Checks the seed content: node content-seed/check.mjs
// Prints one sentence for each violation and exits with 1; says what was checked otherwise.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const problems = [];
const complain = (sentence) => problems.push(sentence);

const model = JSON.parse(readFileSync(join(root, '../cms-api/internal/content/model/content-model.json'), 'utf8'));
const SECTIONS = model.blocks.filter((block) => block.home !== undefined).sort((a, b) => a.home - b.home).map((block) => block.type);
/** The fields of every place of page content, in their order. */
const CONTENT = new Map([
  ...model.blocks.map((block) => [`home/${block.type}`, block.fields]),
  ...model.pages.flatMap((page) => page.sections.map(({ section, fields }) => [`${page.page}/${section}`, fields])),
]);
// Left to the site's own default until the academy has a film of its own.
const MAY_BE_EMPTY = new Set(['home/ncert-showcase/youtube_url']);
const FLAGS = ['current_affairs_redirect', 'blog_show_coming_soon', 'videos_show_coming_soon', 'adhva_vibes_psi_hidden', 'hero_video_autoplay', 'hero_video_muted', 'hero_video_loop'];
const TEXTS = ['site_title', 'site_description', 'contact_phone', 'contact_email', 'contact_whatsapp', 'contact_address', 'hero_background_type', 'hero_video_url', 'hero_video_poster', 'enrollment_form_url', 'community_url', 'sample_test_url', 'current_affairs_url'];
const PLATFORMS = ['Facebook', 'Instagram', 'YouTube', 'LinkedIn', 'Twitter', 'Telegram', 'WhatsApp', 'Github'];

const isText = (v) => typeof v === 'string';
const filled = (v) => isText(v) && v.trim() !== '';

function json(name) {
  try {
    return JSON.parse(readFileSync(join(root, name), 'utf8'));
  } catch (error) {
    complain(`${name} cannot be read as JSON: ${error.message}.`);
    return null;
  }
}

function rows(name) {
  const value = json(name);
  if (value === null) return [];
  if (Array.isArray(value)) return value;
  complain(`${name} must be a list.`);
  return [];
}

/** Files below media/ that an address names must exist; inside addresses must not leave the site. */
function address(where, url) {
  if (url.startsWith('/media/seed/')) {
    if (!existsSync(join(root, 'media', url.slice('/media/seed/'.length)))) complain(`${where} names ${url}, but media/ has no such file.`);
  } else if (url.startsWith('/media/')) complain(`${where} names ${url}; seed files are below /media/seed/.`);
  else if (url.startsWith('/blog/') && !existsSync(join(root, 'articles', `${url.slice('/blog/'.length)}.json`))) complain(`${where} links to ${url}, but there is no such article.`);
  else if (!/^(\/|https?:\/\/|mailto:|tel:)/.test(url)) complain(`${where} has the address "${url}", which is neither a path of the site nor http, https, mailto or tel.`);
}

function ordered(name, list, key) {
  list.forEach((row, i) => {
    if (row[key] !== i + 1) complain(`${name}: entry ${i + 1} has ${key} ${row[key]} instead of ${i + 1}.`);
  });
}

function checkSettings() {
  const settings = json('settings.json');
  if (!settings) return;
  for (const key of FLAGS) if (typeof settings[key] !== 'boolean') complain(`settings.json: ${key} must be true or false.`);
  for (const key of TEXTS) if (!isText(settings[key])) complain(`settings.json: ${key} must be a text.`);
  for (const key of Object.keys(settings)) if (!FLAGS.includes(key) && !TEXTS.includes(key)) complain(`settings.json: ${key} is not a setting.`);
  for (const key of TEXTS.filter((k) => /_url$|_poster$/.test(k))) if (filled(settings[key])) address(`settings.json: ${key}`, settings[key]);
}

function checkSections() {
  const list = rows('sections.json');
  ordered('sections.json', list, 'display_order');
  const types = list.map((s) => s.type);
  if (types.join() !== SECTIONS.join()) complain(`sections.json must hold exactly these types in this order: ${SECTIONS.join(', ')}.`);
  for (const s of list) if (!filled(s.name) || typeof s.is_visible !== 'boolean') complain(`sections.json: ${s.type} needs a name and is_visible.`);
}

const isJSON = (content) => {
  try {
    return typeof JSON.parse(content) === 'object';
  } catch {
    return false;
  }
};

function checkPageContent() {
  const found = new Set();
  const places = new Map();
  for (const item of rows('page-content.json')) {
    const place = `${item.page}/${item.section}`;
    const key = `${place}/${item.type}`;
    if (found.has(key)) complain(`page-content.json has ${key} twice.`);
    found.add(key);
    places.set(place, (places.get(place) ?? 0) + 1);
    if (item.order_index !== places.get(place)) complain(`page-content.json: ${key} should have order_index ${places.get(place)}.`);
    const field = CONTENT.get(place)?.find((known) => known.key === item.type || known.was?.includes(item.type));
    if (!field) complain(`page-content.json: nothing on the site reads ${key}.`);
    else if (!isText(item.content) || (!filled(item.content) && !MAY_BE_EMPTY.has(key))) complain(`page-content.json: ${key} has no text.`);
    else if (field.type === 'list' && !isJSON(item.content)) complain(`page-content.json: ${key} must be a list as JSON.`);
    else if (filled(item.content) && ['link', 'image', 'file', 'video'].includes(field.type) && !isJSON(item.content)) address(`page-content.json: ${key}`, item.content);
  }
}

function checkLists() {
  for (const name of ['programs.json', 'features.json', 'differentiators.json']) {
    const list = rows(name);
    if (list.length === 0) complain(`${name} is empty.`);
    ordered(name, list, 'order_index');
    for (const row of list) {
      for (const key of ['title', 'description', 'icon', 'link']) if (!filled(row[key])) complain(`${name}: "${row.title}" lacks ${key}.`);
      if (filled(row.link)) address(`${name}: "${row.title}"`, row.link);
      if (name !== 'programs.json') continue;
      const complete = filled(row.details) && Array.isArray(row.features) && row.features.length > 0 && row.features.every(filled) && typeof row.is_upcoming === 'boolean';
      if (!complete) complain(`${name}: "${row.title}" needs details, features and is_upcoming.`);
    }
  }
  const links = rows('social-links.json');
  ordered('social-links.json', links, 'order_index');
  for (const link of links) {
    if (!PLATFORMS.includes(link.platform)) complain(`social-links.json: ${link.platform} is not one of ${PLATFORMS.join(', ')}.`);
    if (!/^#[0-9a-f]{6}$/.test(link.color)) complain(`social-links.json: ${link.platform} needs a colour like #667eea.`);
    if (!/^https:\/\//.test(link.url) || typeof link.active !== 'boolean') complain(`social-links.json: ${link.platform} needs an https address and active.`);
  }
  rows('videos.json');
}

/** Where links lead and what describes pictures; which HTML an article may have is for the test of cms-api's sanitiser. */
function checkHtml(name, html) {
  for (const [, tag, attributes] of html.matchAll(/<(a|img)\s([^>]*)>/g)) {
    const given = Object.fromEntries([...attributes.matchAll(/([a-z]+)="([^"]*)"/g)].map(([, k, v]) => [k, v]));
    address(name, (tag === 'a' ? given.href : given.src) ?? '');
    if (tag === 'img' && !(given.alt && given.width && given.height)) complain(`${name}: ${given.src} needs alt, width and height.`);
  }
}

function checkArticles() {
  const files = readdirSync(join(root, 'articles'));
  const slugs = files.filter((f) => f.endsWith('.json')).map((f) => f.slice(0, -5));
  const seen = { slug: new Map(), title: new Map() };
  for (const file of files) if (!/^[a-z0-9]+(-[a-z0-9]+)*\.(json|html)$/.test(file)) complain(`articles/${file} is not named like a slug with .json or .html.`);
  for (const slug of slugs) {
    const name = `articles/${slug}`;
    const article = json(`${name}.json`);
    if (!article) continue;
    if (article.slug !== slug) complain(`${name}.json says its slug is ${article.slug}.`);
    for (const key of ['slug', 'title']) {
      if (seen[key].has(article[key])) complain(`${name}.json has the same ${key} as ${seen[key].get(article[key])}.`);
      seen[key].set(article[key], name);
    }
    for (const key of ['title', 'excerpt', 'category', 'author', 'banner_image']) if (!filled(article[key])) complain(`${name}.json lacks ${key}.`);
    if (!Array.isArray(article.tags) || !article.tags.length || !article.tags.every(filled)) complain(`${name}.json needs tags.`);
    if (!['draft', 'published', 'archived'].includes(article.status)) complain(`${name}.json has the unknown status "${article.status}".`);
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(article.publish_date) || !(Date.parse(article.publish_date) < Date.now())) complain(`${name}.json needs a publish_date in the past, like 2026-01-15T03:30:00Z.`);
    if (article.unpublish_date !== undefined && !(Date.parse(article.unpublish_date) > Date.parse(article.publish_date))) complain(`${name}.json needs an unpublish_date after its publish_date, or none.`);
    if (filled(article.banner_image)) address(`${name}.json`, article.banner_image);
    if (!existsSync(join(root, `${name}.html`))) complain(`${name}.html is missing.`);
    else checkHtml(`${name}.html`, readFileSync(join(root, `${name}.html`), 'utf8'));
  }
  for (const file of files.filter((f) => f.endsWith('.html'))) if (!slugs.includes(file.slice(0, -5))) complain(`articles/${file} has no .json beside it.`);
  return slugs.length;
}

function checkMedia() {
  const files = readdirSync(join(root, 'media')).filter((f) => statSync(join(root, 'media', f)).isFile());
  for (const file of files) {
    const kb = Math.round(statSync(join(root, 'media', file)).size / 1024);
    const limit = file.startsWith('hero') ? 220 : 120;
    if (kb > limit) complain(`media/${file} has ${kb} KB; ${limit} KB are enough.`);
  }
  return files.length;
}

checkSettings();
checkSections();
checkPageContent();
checkLists();
const articles = checkArticles();
const pictures = checkMedia();
if (problems.length) {
  for (const problem of problems) console.error(problem);
  console.error(`${problems.length} ${problems.length === 1 ? 'violation' : 'violations'} in content-seed.`);
  process.exit(1);
}
console.log(`content-seed is sound: ${articles} articles, ${pictures} pictures, every text the site reads.`);
