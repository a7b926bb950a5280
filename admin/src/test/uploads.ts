import { File as NodeFile } from "node:buffer";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { png } from "@academy/shared/test/png";
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { closed, named } from "./forms";
import { fill } from "./hands";

// Files, and their way to the server.

const testdata = path.resolve(import.meta.dirname, "../../../cms-api/internal/media/videofile/testdata");

/** A video of a second; `bytes` leaves its beginning only. */
export const video = (bytes?: number): File =>
  new File([readFileSync(path.join(testdata, "with-duration.webm")).subarray(0, bytes)], "lecture.webm", {
    type: "video/webm",
  });

/** A video that has its index at its beginning, or at its end. */
export const mp4 = (index: "first" | "at-the-end"): File =>
  new File([readFileSync(path.join(testdata, `moov-${index}.mp4`))], "lecture.mp4", { type: "video/mp4" });

/** A picture of one pixel. */
export const picture = (name = "picture.png"): File => new File([PIXEL], name, { type: "image/png" });

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** A picture of these numbers of pixels and of one colour that no other has. */
export const painting = (name: string, width = 40, height = 30): File =>
  new File([new Uint8Array(png(width, height, [...randomBytes(3)] as [number, number, number]))], name, {
    type: "image/png",
  });

/** A file as the test's own calls send it. */
export function formOf(file: File): Promise<FormData> {
  const form = new FormData();
  form.append("file", file);
  return ofNode(form);
}

/** Fills in and sends the form of a new video. */
export async function upload(user: UserEvent, title: string, file = video()): Promise<void> {
  await screen.findByRole("button", { name: "Upload Video" });
  const form = screen.getByRole("form", { name: "Upload a video" });
  await fill(user, named("title", form), title);
  await fill(user, named("category", form), "Polity");
  await choose(user, "Video file", file);
  await closed("Choose media");
  await user.click(screen.getByRole("button", { name: "Upload Video" }));
}

/** Uploads files in the dialog *Choose media* of a field. */
export async function choose(user: UserEvent, of: string, ...files: File[]): Promise<void> {
  await user.click(await screen.findByRole("button", { name: `Choose media: ${of}` }));
  await screen.findByRole("dialog", { name: "Choose media" });
  await user.upload(named("media"), files);
}

/**
 * An XMLHttpRequest, by which files go because it tells how far it is, as far as the dashboard uses it: it goes the way of
 * all calls. That of jsdom knows only the address that the document was made with.
 */
class Upload {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  status = 0;
  responseText = "";
  timeout = 0;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  ontimeout: (() => void) | null = null;
  private call = { method: "", address: "" };
  private readonly headers = new Headers();
  private answered = new Headers();
  private readonly aborting = new AbortController();

  open(method: string, address: string): void {
    this.call = { method, address };
  }

  setRequestHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  getResponseHeader(name: string): string | null {
    return this.answered.get(name);
  }

  abort(): void {
    this.aborting.abort();
    this.onabort?.();
  }

  async send(sent: FormData | Blob | null): Promise<void> {
    const { signal } = this.aborting;
    const { method, address } = this.call;
    try {
      const body = sent instanceof FormData ? await ofNode(sent) : sent && (await bytesOf(sent));
      const answer = await fetch(address, { method, headers: this.headers, body, signal });
      this.responseText = await answer.text();
      this.status = answer.status;
      this.answered = answer.headers;
      const total = sent instanceof Blob ? sent.size : 1;
      this.upload.onprogress?.({ loaded: total, total });
    } catch {
      if (!signal.aborted) this.onerror?.();
      return;
    }
    this.onload?.();
  }
}

/** The form as Node's own fetch takes it, which does not know jsdom's. */
export async function ofNode(form: FormData): Promise<FormData> {
  const type = "application/x-www-form-urlencoded";
  const made = await new Response("", { headers: { "content-type": type } }).formData();
  for (const [name, value] of form) {
    if (typeof value === "string") made.append(name, value);
    else made.append(name, new NodeFile([await bytesOf(value)], value.name, { type: value.type }) as never);
  }
  return made;
}

const bytesOf = (file: Blob): Promise<ArrayBuffer> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.readAsArrayBuffer(file);
  });

globalThis.XMLHttpRequest = Upload as never;

// jsdom plays no video, and does not say so.
Object.defineProperty(HTMLMediaElement.prototype, "src", {
  configurable: true,
  set(this: HTMLMediaElement) {
    setTimeout(() => this.dispatchEvent(new Event("error")));
  },
});
