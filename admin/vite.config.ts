import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

// Tests of what needs a document.
const inPages = ["editor/**", "api/**", "fields/**", "features/articles/form", "features/auth/messages"].map(
  (name) => `src/${name}.test.{ts,tsx}`,
);

export default defineConfig({
  base: "/admin/",
  plugins: [react()],
  resolve: {
    alias: { "@": decodeURIComponent(new URL("./src", import.meta.url).pathname) },
  },
  build: {
    // Fonts stay files: the server's content policy allows no data: fonts.
    assetsInlineLimit: 0,
    // The editor is a chunk of its own, larger than Vite's default warning allows.
    chunkSizeWarningLimit: 700,
  },
  test: {
    css: false,
    // Nothing here waits for a time: a test that takes long has had no processor.
    testTimeout: 30_000,
    projects: [
      { extends: true, test: { name: "page", environment: "jsdom", include: inPages } },
      // Without a document, which takes longer to make than these tests take.
      { extends: true, test: { name: "plain", include: ["src/**/*.test.{ts,tsx}"], exclude: inPages, isolate: false } },
    ],
  },
});
