/** The formats that can be uploaded, in words. */
export const PICTURE_FORMATS = "PNG, JPEG, GIF, WebP, AVIF, BMP or ICO";
export const VIDEO_FORMATS = "MP4, WebM, MOV or MKV";
