import { test as base, expect } from "vitest";
import { Editor } from "./api";
import { sharedBrowser, sharedContexts, Visitor } from "./browser";
import { Dashboard } from "./dashboard";
import { describeFailure } from "./failure";
import { People } from "./people";
import { startedCopy } from "./product";
import { root } from "./program";
import { worker } from "./worker";

/**
 * A test with a whole product, which all tests of its file share, and with pages of its own; it fails on any error on a
 * console that it did not expect. Nobody has signed in until somebody asks for the editor.
 */
export const test = base
  .extend("environment", { scope: "file" }, {} as Record<string, string>)
  .extend("tree", { scope: "file" }, root)
  .extend("worker", { scope: "worker" }, worker)
  .extend("product", { scope: "file" }, ({ environment, tree }, fixture) => startedCopy(fixture, environment, tree))
  .extend("browser", { scope: "worker" }, sharedBrowser)
  .extend("contexts", { scope: "worker" }, sharedContexts)
  .extend("editor", { scope: "file" }, ({ product }) => Editor.enter(product))
  .extend("visitor", async ({ contexts, task }, { onCleanup }) => {
    const visitor = new Visitor(contexts);
    onCleanup(async () => expect(await visitor.close(!(await describeFailure(task, visitor.pages)))).toEqual([]));
    return visitor;
  })
  .extend("dashboard", async ({ product, editor, visitor }) => {
    // What an earlier test has typed and not created comes back in every browser of the same person.
    for (const of of ["articles", "admin/pages"]) await editor.request("DELETE", `/api/${of}/new/working-copy`);
    return new Dashboard(product, editor, visitor);
  })
  .extend("people", ({ product, editor, visitor }) => new People(product, editor, visitor));

export { expect };
