import { readFileSync } from "node:fs";
import path from "node:path";
import type { Editor } from "./api";

const testdata = path.resolve(import.meta.dirname, "../testdata");

/** A file for tests, as a form sends it. */
export function file(name: string, type = "video/webm"): File {
  return new File([readFileSync(path.join(testdata, name))], name, { type });
}

/** Uploads a file of the test data and answers what the API says about it. */
export async function upload(editor: Editor, address: string, name: string): Promise<{ url: string }> {
  const form = new FormData();
  form.set("file", file(name));
  return editor.send(address, form);
}
