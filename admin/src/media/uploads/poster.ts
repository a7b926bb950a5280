import type { Media } from "@/api/types";
import { uploadImage } from "@/api/upload";
import { writeMedia } from "@/media/calls";

/** The time that a browser has to show a frame: some never say that they cannot play a file. */
const TIMEOUT_MS = 20_000;

/** The time of the poster, in seconds, or as a share of a short video: many begin in black. */
const AT = 3;
const SHARE = 0.25;

/** Stores a frame of a video as its poster. Fails where the browser cannot play it. */
export async function addPoster(media: Media, file: File): Promise<Media> {
  const { url } = await uploadImage(await frameOf(file));
  return writeMedia(media, { poster: url });
}

async function frameOf(file: File): Promise<File> {
  const address = URL.createObjectURL(file);
  const video = Object.assign(document.createElement("video"), { muted: true, preload: "auto", playsInline: true });
  const until = (event: string) =>
    new Promise((resolve, reject) => {
      const failed = () => reject(new Error("the browser cannot play it"));
      video.addEventListener(event, resolve, { once: true });
      video.addEventListener("error", failed, { once: true });
      setTimeout(failed, TIMEOUT_MS);
    });
  try {
    const known = until("loadedmetadata");
    video.src = address;
    await known;
    const shown = until("seeked");
    video.currentTime = Number.isFinite(video.duration) ? Math.min(AT, video.duration * SHARE) : 0.1;
    await shown;
    const { videoWidth: width, videoHeight: height } = video;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    canvas.getContext("2d")?.drawImage(video, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
    if (!blob || width === 0) throw new Error("there is no picture");
    return new File([blob], `${file.name.replace(/\.\w+$/, "")} (poster).jpg`, { type: blob.type });
  } finally {
    video.removeAttribute("src");
    URL.revokeObjectURL(address);
  }
}
