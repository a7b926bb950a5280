/// <reference types="vitest/config" />
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vite";
// By its path: as a package, Node would load it, which in version 20 reads no TypeScript.
import { themeScript } from "../shared/src/theme";

// Tests of what needs a document.
const inPages = [
  "editor/**",
  "api/**",
  "resources/**",
  "fields/**",
  "features/articles/form",
  "features/articles/useUploads",
  "features/pages/calls",
  "features/psi/calls",
  "history/**",
  "preview/**",
  "model/texts",
  "editing/**",
  "lists/DeleteEntry",
  "lists/Entries",
  "lists/useLocalList",
  "ui/loadable",
  "app/deletions",
  "app/palette/found",
  "bulk/run",
  "test/effects",
  "ui/shortcuts",
  "ui/useAction",
  "ui/useForm",
  "ui/useSubmit",
  "features/auth/messages",
].map((name) => `src/${name}.test.{ts,tsx}`);

// Tests of whole screens, on a real cms-api.
const screens = "src/**/*.screen.test.tsx";

// What runs before the first paint is a file: the server's content policy allows no script in the page.
const theme: Plugin = {
  name: "theme",
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "theme.js", source: themeScript });
  },
  transformIndexHtml: () => [{ tag: "script", attrs: { src: "/admin/theme.js" } }],
};

// Of Mantine's styles those of the components in use are loaded: a third of all.
const componentStyles: Plugin = {
  name: "component-styles",
  generateBundle(_, bundle) {
    const files = Object.values(bundle);
    const css = files
      .map((file) => (file.type === "asset" && file.fileName.endsWith(".css") ? file.source : ""))
      .join();
    const modules = files.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    for (const id of modules.filter((name) => /@mantine\/core\/.*\.module\.css\.mjs$/.test(name))) {
      const missing = this.getModuleInfo(id)
        ?.code?.match(/\bm_[0-9a-f]+/g)
        ?.find((name) => !css.includes(`.${name}`));
      if (missing) this.error(`mantine-components.css lacks the styles of ${id} (.${missing})`);
    }
  },
};

// Its CommonJS module, which tests would load, lacks the functions that come with its first message.
const notistack = { find: /^notistack$/, replacement: "notistack/notistack.esm.js" };

// Its module for Node sends by Node's own HTTP.
const tus = { find: /^tus-js-client$/, replacement: "tus-js-client/lib.esm/browser/index.js" };

export default defineConfig({
  base: "/admin/",
  plugins: [react(), theme, componentStyles],
  resolve: {
    alias: { "@": decodeURIComponent(new URL("./src", import.meta.url).pathname) },
  },
  build: {
    // Fonts stay files: the server's content policy allows no data: fonts.
    assetsInlineLimit: 0,
    // The editor is a chunk of its own, larger than Vite's default warning allows.
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // What several tabs use is one file with the frame around them: else a tab is fetched as thirty small ones.
        // Code that the editor shares with the reader of documents stays with the editor, and code that the media
        // library shares with the dialog that chooses from it comes with either.
        codeSplitting: {
          groups: [
            {
              name: "common",
              minShareCount: 2,
              test: /^(?!.*(lexical|\/editor\/|\/media\/|\/resources\/media|\/api\/(pictures|resumable)|\/(fflate|marked)\/))/,
              maxSize: 900_000,
            },
          ],
        },
      },
    },
  },
  test: {
    css: false,
    // A screen waits for its calls: another one has the processor meanwhile.
    maxWorkers: 2,
    // The files of a worker share its modules, which take longer to load than most tests take.
    isolate: false,
    // Nothing here waits for a time: a test that takes long has had no processor.
    testTimeout: 30_000,
    projects: [
      // In threads: the processes that screens share have their own loadable().
      {
        extends: true,
        resolve: { alias: [notistack, tus] },
        test: {
          name: "page",
          environment: "jsdom",
          pool: "threads",
          include: inPages,
          exclude: [screens],
          setupFiles: "src/test/react.ts",
          server: { deps: { inline: ["notistack", "tus-js-client"] } },
        },
      },
      // The whole dashboard on a real cms-api.
      {
        extends: true,
        // As the build resolves it: its CommonJS modules would be there twice.
        resolve: {
          conditions: ["module"],
          alias: [notistack, tus],
        },
        ssr: { resolve: { conditions: ["module", "node"] } },
        test: {
          name: "screens",
          environment: "jsdom",
          include: [screens],
          globalSetup: "src/test/seeded.ts",
          setupFiles: ["src/test/react.ts", "src/test/code.ts"],
          server: { deps: { inline: ["notistack", "tus-js-client"] } },
          // Ends what hangs.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // Without a document, which takes longer to make than these tests take.
      {
        extends: true,
        test: { name: "plain", include: ["src/**/*.test.{ts,tsx}"], exclude: [...inPages, screens] },
      },
    ],
  },
});
