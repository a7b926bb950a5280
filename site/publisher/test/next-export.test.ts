import fsp from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { Content } from "@/content/content";
import { INPUTS, registry } from "@/content/prepared";
import { Reader } from "@/content/reader";
import { chrome } from "@/content/routes";
import { emptySnapshot, siteConfig } from "@/content/source";
import { openExport } from "../next-export";
import { SITE } from "./harness";

test("a page is rendered once, and not again in pieces for a client that it does not have", async () => {
  // As render processes have them, before React is loaded.
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("NEXT_PHASE", "phase-production-build");
  const reader = new Reader(new Content(siteConfig({ NODE_ENV: "test" }), emptySnapshot()));
  registry[INPUTS] = { chrome: chrome(reader), pages: new Map([["/_not-found", {}]]) };
  const render = await openExport(path.join(SITE, ".publisher/app"));
  const write = vi.spyOn(fsp, "writeFile");
  const { content } = await render("/_not-found", "/_not-found");
  expect(content.toString()).toContain("</main>");
  const written = write.mock.calls.map(([file]) => path.basename(String(file)));
  expect(written.sort()).toEqual(["_not-found.html", "_not-found.meta", "_not-found.rsc"]);
});
