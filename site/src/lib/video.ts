import { urlOf } from "@academy/shared/url";
import { youtubeId } from "@academy/shared/youtube";

/** The id in a link to a YouTube video; null when it is none, and so is the address of a video file. */
export function videoId(link: string): string | null {
  const url = urlOf(link.trim());
  return url && youtubeId(url);
}

/**
 * Whether the video host can be reached, told by its picture of the video: a frame of a host that cannot would show the
 * browser's own error page, and its page is not told. Browser only.
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

/**
 * The player of a video site's link, without cookies where the host offers that: plays at once, with sound. Null for
 * the address of a video file.
 */
export function embedOf(link: string): string | null {
  const id = videoId(link);
  if (id) return `https://www.youtube-nocookie.com/embed/${id}?autoplay=1&playsinline=1&rel=0`;
  const url = urlOf(link.trim());
  const vimeo =
    url && /^((www|player)\.)?vimeo\.com$/.test(url.hostname) && /^\/(?:video\/)?(\d+)/.exec(url.pathname)?.[1];
  return vimeo ? `https://player.vimeo.com/video/${vimeo}?autoplay=1&dnt=1` : null;
}
