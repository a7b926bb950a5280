import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildIslands, classNamesOf, folder, islands } from "./build-islands.mjs";

test("a style sheet gives the same names each time, in the same order: files are named after what is in them", async () => {
  const file = path.resolve(import.meta.dirname, "../src/features/navigation/navigation.module.css");
  const all = await Promise.all(Array.from({ length: 20 }, () => classNamesOf(file)));
  expect(Object.keys(all[0] ?? {})).toContain("menuButton");
  expect(new Set(all.map((names) => JSON.stringify(names))).size).toBe(1);
});

/** The islands of a folder with these files. */
function islandsOf(sources: Record<string, string>): string[] {
  const src = mkdtempSync(path.join(tmpdir(), "islands-"));
  onTestFinished(() => rmSync(src, { recursive: true }));
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(path.dirname(path.join(src, file)), { recursive: true });
    writeFileSync(path.join(src, file), text);
  }
  return islands(src).map(([name, file]) => `${name} ${path.relative(src, file)}`);
}

const island = (name: string) => `"use client";\nexport default island("${name}", () => null);\n`;

test("an island is what says so, and nothing says so in vain or under a name that is taken", () => {
  const [A, B] = [island("A"), island("B")];
  const part = "export const Part = () => null;\n";
  expect(islandsOf({ "b/B.tsx": B, "a/A.tsx": A, "a/Part.tsx": part, "a/a.css": "" })).toEqual([
    "A a/A.tsx",
    "B b/B.tsx",
  ]);
  expect(() => islandsOf({ "a/A.tsx": A, "b/A.tsx": A })).toThrow(/b\/A\.tsx: there is another island A: .*a\/A\.tsx/);
  for (const text of [part, B, A.replace("export default ", "")]) {
    expect(() => islandsOf({ "a/A.tsx": `"use client";\n${text.replace(/^"use client";\n/, "")}` })).toThrow(
      'a/A.tsx says "use client" and its default export is no island("A", …)',
    );
  }
});

test("sources that do not work before hydration are refused, with what to do", () => {
  const of = (body: string) => island("A").replace("null", body);
  const search = "<search className={styles.search}>\n  <form onSubmit={submit} /></search>";
  expect(islandsOf({ "A.tsx": of(search), "B.test.tsx": of("<form />") })).toEqual(["A A.tsx"]);
  for (const [body, advice] of [
    ["<form onSubmit={submit} />", "A.tsx: a form is an <EarlyForm>, or stands in a <search>"],
    ["<><search></search><form /></>", "A.tsx: a form is an <EarlyForm>, or stands in a <search>"],
    ["<button aria-expanded={open} />", "A.tsx: a button that opens something is a <Disclosure>"],
    ["<input id={useId()} />", "A.tsx: an id is a prop"],
  ] as const)
    expect(() => islandsOf({ "A.tsx": of(body) })).toThrow(advice);
});

test("what brings islands to life names no element of a page", () => {
  const src = path.resolve(import.meta.dirname, "../src/islands");
  for (const file of readdirSync(src).filter((name) => /\.tsx?$/.test(name) && !/test/.test(name)))
    expect(readFileSync(path.join(src, file), "utf8").match(/["'`, ]#(?!islands")[a-z][\w-]*/g), file).toBeNull();
});

test("an island's file names what all share, and that names no other: on a slow network each would be a wait", async () => {
  await buildIslands();
  const files = readdirSync(folder).filter((file) => /\.js$/.test(file) && !file.startsWith("loader-"));
  expect(files.length).toBeGreaterThan(islands().length);
  for (const file of files) {
    const code = readFileSync(path.join(folder, file), "utf8");
    // Static imports: import"./a.js" and from"./a.js", in quotes of any kind.
    const named = new Set([...code.matchAll(/(?:from|import)["'`]\.\/([a-z]+)-/gi)].map(([, name]) => name));
    named.delete("shared");
    expect([...named], file).toEqual([]);
    if (file.startsWith("shared-")) expect(code).not.toMatch(/(?:from|import)["'`]\.\//);
  }
  expect(files.filter((file) => file.startsWith("shared-")).length).toBe(1);
});

test("whatever the loader asks for it can ask for under another address", async () => {
  await buildIslands();
  const [loader = ""] = readdirSync(folder).filter((file) => file.startsWith("loader-"));
  const code = readFileSync(path.join(folder, loader), "utf8");
  const asked = code.match(/\bimport\([^)]*\)/g) ?? [];
  expect(asked.length).toBeGreaterThan(islands().length);
  for (const call of asked) expect(call).toMatch(/^import\(["'`]\.\/[\w-]+\.js["'`]\+\w+\)$/);
});
