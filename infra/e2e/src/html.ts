import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { root } from "./program";

const checker = path.join(root, "infra/html/node_modules/vnu-jar/build/dist/vnu.jar");

interface Message {
  type: "info" | "error" | "non-document-error";
  url?: string;
  lastLine?: number;
  message: string;
  extract?: string;
}

/**
 * What the Nu HTML checker, the W3C's, finds wrong with documents, one line each. Documents are given by name; one process
 * checks all of them, because starting it takes longer than checking.
 */
export async function htmlErrors(documents: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "academy-html-"));
  try {
    const names = [...documents.keys()];
    await Promise.all([...documents.values()].map((html, i) => writeFile(path.join(folder, `${i}.html`), html)));
    const options = ["--format", "json", "--errors-only", "--stdout", "--exit-zero-always"];
    const { stdout } = await promisify(execFile)(
      process.env.JAVA_PATH || "java",
      ["-jar", checker, ...options, folder],
      { maxBuffer: 64 << 20 },
    );
    const { messages } = JSON.parse(stdout) as { messages: Message[] };
    return messages.map(({ url = "", message, lastLine, extract = "" }) => {
      const name = names[Number.parseInt(path.basename(url), 10)] ?? url;
      return `${name}:${lastLine}: ${message} ${extract.replaceAll("\n", " ")}`;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
