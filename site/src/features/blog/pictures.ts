import { urlOf } from "@academy/shared/url";
import { fill } from "@/lib/fill";
import { pictureOf } from "@/lib/picture";

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/**
 * The article's HTML with what its pictures need to load well: their copies for narrow screens, their size, so that nothing
 * moves when they come, and loading only when they are near. Each has a description, if an empty one. The server writes every attribute in double quotes.
 */
export function withPictures(html: string): string {
  return html.replace(/<img\s[^>]*>/g, (tag) => {
    const { width, height, srcSet } = pictureOf(attribute(tag, "src") ?? "");
    let more = ' loading="lazy" decoding="async"';
    // A width alone is the editor's choice; with the height it keeps the place.
    if (width && height && !attribute(tag, "width") && !attribute(tag, "height")) {
      more += ` width="${width}" height="${height}"`;
    }
    // What nobody has described is decoration; without the attribute its file name would be read out.
    if (!/\salt=/.test(tag)) more += ' alt=""';
    if (srcSet) more += ` srcset="${srcSet}" sizes="(min-width: 720px) 42rem, 92vw"`;
    return tag.replace(/^<img/, `<img${more}`);
  });
}

/**
 * The article's HTML with a title on each of its videos, by which it is found without being seen. `words` has {number}
 * for the video's and {title} for the article's.
 */
export function withTitles(html: string, words: string, article: string): string {
  let videos = 0;
  return html.replace(/<iframe(?![^>]*\stitle=)/g, (tag) => {
    const title = fill(words, { number: ++videos, title: article });
    return `${tag} title="${title.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
  });
}

/** The article's HTML with the address of each of its videos beside it, which stands for the video on paper. */
export function withVideoAddresses(html: string): string {
  return html.replace(/<iframe\s[^>]*>[^<]*<\/iframe>/g, (tag) => {
    const embed = urlOf((attribute(tag, "src") ?? "").replaceAll("&amp;", "&"));
    if (!embed) return tag;
    const address = addressOf(embed).replaceAll("&", "&amp;");
    return `${tag}<a class="video-address" href="${address}">${address}</a>`;
  });
}

/** The address at which people watch what is embedded. */
function addressOf({ href, hostname, pathname, searchParams }: URL): string {
  const id = pathname.split("/").at(-1) ?? "";
  const value = (name: string) => encodeURIComponent(searchParams.get(name) ?? "");
  if (hostname === "player.vimeo.com") return ["https://vimeo.com", id, value("h")].filter(Boolean).join("/");
  if (!/^www\.youtube(-nocookie)?\.com$/.test(hostname)) return href;
  if (id === "videoseries") return `https://www.youtube.com/playlist?list=${value("list")}`;
  return `https://youtu.be/${id}${value("start") && `?t=${value("start")}`}`;
}
