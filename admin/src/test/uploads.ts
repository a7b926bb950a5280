import { File as NodeFile } from "node:buffer";
import { readFileSync } from "node:fs";
import path from "node:path";
import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { named } from "./forms";
import { fill } from "./hands";

// Files, and their way to the server.

const testdata = path.resolve(import.meta.dirname, "../../../cms-api/internal/media/videofile/testdata");

/** A video of a second; `bytes` leaves its beginning only. */
export const video = (bytes?: number): File =>
  new File([readFileSync(path.join(testdata, "with-duration.webm")).subarray(0, bytes)], "lecture.webm", {
    type: "video/webm",
  });

/** A picture of one pixel. */
export const picture = (name = "picture.png"): File => new File([PIXEL], name, { type: "image/png" });

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** Fills in and sends the form of a new video. */
export async function upload(user: UserEvent, title: string, file = video()): Promise<void> {
  await screen.findByRole("button", { name: "Upload Video" });
  const form = screen.getByRole("form", { name: "Upload a video" });
  await fill(user, named("title", form), title);
  await fill(user, named("category", form), "Polity");
  await user.upload(form.querySelector('input[type="file"]') as HTMLInputElement, file);
  await user.click(screen.getByRole("button", { name: "Upload Video" }));
}

/**
 * An XMLHttpRequest, by which files go because it tells how far it is, as far as the dashboard uses it: it goes the way of
 * all calls. That of jsdom knows only the address that the document was made with.
 */
class Upload {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null };
  status = 0;
  responseText = "";
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  private call = { method: "", address: "" };
  private readonly aborting = new AbortController();

  open(method: string, address: string): void {
    this.call = { method, address };
  }

  abort(): void {
    this.aborting.abort();
    this.onabort?.();
  }

  async send(form: FormData): Promise<void> {
    const { signal } = this.aborting;
    const { method, address } = this.call;
    try {
      const answer = await fetch(address, { method, body: await ofNode(form), signal });
      this.responseText = await answer.text();
      this.status = answer.status;
      this.upload.onprogress?.({ loaded: 1, total: 1 });
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
