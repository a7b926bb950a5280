/** Returns the attributes of an image element that follow from its address. */
export interface Picture {
  width?: number;
  height?: number;
  srcSet?: string;
}

/**
 * The size and the smaller copies of a picture, from its address alone. The CMS names a picture
 * /media/…/<name>_<width>x<height>[_<w>…].<ending>, and each narrower WebP beside it …<name as before>.<w>.webp.
 * Addresses of another form, such as those of other sites, tell nothing.
 */
export function pictureOf(src: string): Picture {
  const [, stem, width, height, widths = ""] =
    /^(\/media\/(?:[\w-]+\/)*[\w-]*?_(\d{1,5})x(\d{1,5})((?:_\d{1,5})*))\.[a-z]+$/.exec(src) ?? [];
  if (!stem) return {};
  const copies = widths.split("_").filter(Boolean);
  const size = { width: Number(width), height: Number(height) };
  if (copies.length === 0) return size;
  return { ...size, srcSet: [...copies.map((w) => `${stem}.${w}.webp ${w}w`), `${src} ${width}w`].join(", ") };
}
