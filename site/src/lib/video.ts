import { embedAddress, videoOf } from "@academy/shared/video";

/** The id in a link to a YouTube video; null when it is none, and so is the address of a video file. */
export function videoId(link: string): string | null {
  const video = videoOf(link);
  return video?.host === "youtube" && "id" in video ? video.id : null;
}

/**
 * Whether the video host can be reached, tested by its picture of the video. The frame of an unreachable host would
 * show the browser's error page, and no event would say so. Browser only.
 */
export function reachable(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const picture = new Image();
    picture.onload = () => resolve(true);
    picture.onerror = () => resolve(false);
    picture.src = `https://i.ytimg.com/vi/${id}/default.jpg`;
  });
}

interface Playing {
  controls: boolean;
  muted?: boolean;
  loop?: boolean;
}

/** The player's address on the host that sets no cookies. It plays by itself; without sound and again and again unless told otherwise. */
export function playingEmbed(id: string, { controls, muted = true, loop = true }: Playing): string {
  const query = new URLSearchParams({
    autoplay: "1",
    mute: muted ? "1" : "0",
    // The player repeats lists only: one video is a list of itself.
    ...(loop && { loop: "1", playlist: id }),
    controls: controls ? "1" : "0",
    playsinline: "1",
    rel: "0",
    modestbranding: "1",
  });
  return `https://www.youtube-nocookie.com/embed/${id}?${query}`;
}

/** The player of a video site's link: plays at once, with sound. Null for any other address, such as a video file's. */
export function embedOf(link: string): string | null {
  const video = videoOf(link);
  if (!video) return null;
  const options: Record<string, string> = video.host === "youtube" ? { playsinline: "1", rel: "0" } : { dnt: "1" };
  return embedAddress(video, { autoplay: "1", ...options });
}
