// Writes the files that follow from the declarations of the site's content: content-model.json, which the API validates
// writes against and the dashboard draws its forms from, and the modules that list every block and page of the site.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const site = path.resolve(import.meta.dirname, "..");

/** Folders of `src/blocks`, each of which is one block. */
const types = (source) =>
  readdirSync(path.join(source, "blocks"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();

/** The files that declare the texts of a page, each with its route; those of every page have none. */
function pages(source) {
  const beside = readdirSync(path.join(source, "app"), { recursive: true })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => /(^|[/.])model\.ts$/.test(file))
    .map((file) => ({ file, module: `./${file.slice(0, -3)}`, route: routeOf(file) }));
  const everywhere = ["layout", "site"].map((name) => ({ file: `${name}.ts`, module: `../model/${name}` }));
  return [...beside, ...everywhere].sort((a, b) => (a.file < b.file ? -1 : 1));
}

function routeOf(file) {
  if (file === "not-found.model.ts") return "/404";
  return path.posix.basename(file) === "model.ts" ? pattern(file) : undefined;
}

/** The route of a file's folder, as the model writes it. */
const pattern = (file) =>
  `/${decodeURIComponent(path.posix.dirname(file)).replace(/^\.$/, "").replaceAll("[", "{").replaceAll("]", "}")}`;

/** The routes of the site, where editors can make no page: all except that of the editors' pages. */
const routes = (source) =>
  readdirSync(path.join(source, "app"), { recursive: true })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => /(^|\/)(page\.tsx|route\.ts)$/.test(file) && !file.includes("[..."))
    .map(pattern)
    .sort();

const header = "// Written by scripts/content-model.mjs; make generate writes it anew.\n";
const imports = (names) => names.map(({ name, from }) => `import ${name} from "${from}";\n`).join("");

/** The generated modules, by their path below `src`. */
function modules(source) {
  const blocks = types(source);
  const of = (file) => imports(blocks.map((type, i) => ({ name: `block${i}`, from: `./${type}/${file}` })));
  const entries = blocks.map((type, i) => `  "${type}": block${i},\n`).join("");
  const declared = pages(source);
  const listed = declared
    .map(({ route }, i) => `  { model: page${i}${route ? `, route: "${route}"` : ""} },\n`)
    .join("");
  return {
    "blocks/models.gen.ts": `${header}${of("model")}\nexport const models = {\n${entries}};\n`,
    "blocks/components.gen.ts": `${header}${of("Component")}\nexport const components = {\n${entries}};\n`,
    "blocks/styles.gen.ts": `${header}${styles(source)}`,
    "app/pages.gen.ts": `${header}${imports(declared.map(({ module }, i) => ({ name: `page${i}`, from: module })))}
export const pages = [\n${listed}] as const;\n`,
  };
}

/** The blocks' style sheets: the bundler makes one file of all that are listed in one order (see app/styles.ts). */
const styles = (source) =>
  readdirSync(path.join(source, "blocks"), { recursive: true })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith(".css"))
    .sort()
    .map((file) => `import "./${file}";\n`)
    .join("");

/** The model as the API and the dashboard read it, which its version is a hash of. */
async function contentModel(source) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "content-model-"));
  try {
    const outfile = path.join(folder, "model.mjs");
    await build({
      stdin: {
        contents: `export { models } from "./blocks/models.gen"; export { pages } from "./app/pages.gen"; export { menus } from "./model/menus"; export { FALLBACK } from "./model/define";`,
        resolveDir: source,
      },
      bundle: true,
      platform: "node",
      format: "esm",
      jsx: "automatic",
      tsconfig: path.resolve(source, "../tsconfig.json"),
      outfile,
      logLevel: "warning",
    });
    const { models, pages, menus, FALLBACK } = await import(pathToFileURL(outfile).href);
    const model = {
      fallback: FALLBACK,
      routes: routes(source),
      blocks: Object.entries(models).map(([type, { name, description, home, first, fields }]) => ({
        type,
        name,
        description,
        home,
        fields: described(fields, first),
      })),
      pages: pages.map(({ model: { page, name, sections }, route }) => ({
        page,
        name,
        route,
        sections: Object.entries(sections).map(([section, { name, fields }]) => ({
          section,
          name,
          fields: described(fields),
        })),
      })),
      menus: Object.entries(menus).map(([place, menu]) => ({ place, ...menu, default: menu.default.map(whole) })),
    };
    const version = createHash("sha256").update(JSON.stringify(model)).digest("hex").slice(0, 16);
    return { version, ...model };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const whole = ({ label, href, hidden = false, children = [] }) => ({
  label,
  href,
  hidden,
  children: children.map(whole),
});

const described = (fields, first = Object.keys(fields)) =>
  Object.entries(fields).map(([key, { fields: entry, ...field }]) => ({
    key,
    ...field,
    ...(!first.includes(key) && { more: true }),
    ...(entry && { fields: described(entry) }),
  }));

/**
 * Generates the files that follow from the sources in a folder: the modules that list its blocks and pages, and the
 * model in `file`. Returns those that differed. The modules are written first when they differ, because the model is
 * read through them.
 */
async function generate(file, source, write) {
  const stale = [];
  const keep = (name, content) => {
    if (existsSync(name) && readFileSync(name, "utf8") === content) return;
    stale.push(name);
    if (write) writeFileSync(name, content);
  };
  for (const [name, content] of Object.entries(modules(source))) keep(path.join(source, name), content);
  if (!write && stale.length) return stale;
  const model = await contentModel(source);
  keep(file, `${JSON.stringify(model, null, 2)}\n`);
  keep(path.join(source, "model/version.gen.ts"), `${header}export const CONTENT_MODEL = "${model.version}";\n`);
  return stale;
}

// content-model.mjs [--check] [content-model.json [the site's src]]
const check = process.argv[2] === "--check";
const [
  target = path.resolve(site, "../cms-api/internal/content/model/content-model.json"),
  source = path.join(site, "src"),
] = process.argv.slice(check ? 3 : 2);
const stale = await generate(target, source, !check);
if (check && stale.length) {
  for (const name of stale)
    console.error(`${path.relative(process.cwd(), name)} is not what the site declares: run make generate`);
  process.exitCode = 1;
}
