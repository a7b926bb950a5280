import { readFile } from "node:fs/promises";
import path from "node:path";
import { Content } from "@/content/content";
import { INPUTS, registry } from "@/content/prepared";
import { emptySnapshot, siteConfig } from "@/content/source";
import { messageOf } from "../publisher/failure";
import { openExport } from "../publisher/next-export";
import { Planner } from "../publisher/planner";
import { differences } from "./next-internals.mjs";

// check.mjs APP OUT VERSION: looks whether Next works as it is relied on, after a build of an empty academy. Says in what
// it does not, and ends with 1 then.

const [app, out, version] = process.argv.slice(2) as [string, string, string];
// One of each kind: the home page, one without inputs, and files that are no pages.
const ROUTES = ["/", "/_not-found", "/blog/feed.xml", "/sitemap.xml"];

const found = differences({ app, out, version });
if (found.length === 0) {
  const planner = new Planner(new Content(siteConfig(), emptySnapshot()), version);
  registry[INPUTS] = {
    chrome: planner.layout.chrome,
    pages: new Map(ROUTES.map((route) => [route, planner.inputsOf(route)])),
  };
  const render = await openExport(app);
  for (const route of ROUTES) {
    const rendered = await render(planner.get(route).pattern, route).catch(messageOf);
    if (typeof rendered === "string") {
      found.push(`${route} cannot be rendered as the publisher does: ${rendered}`);
    } else if (!rendered.content.equals(await readFile(path.join(out, rendered.file)))) {
      found.push(`${route} as the publisher renders it is not what the build has written.`);
    }
  }
}
for (const sentence of found) console.error(sentence);
if (found.length) console.error("The site relies on these: see scripts/next-internals.mjs.");
process.exit(found.length ? 1 : 0);
