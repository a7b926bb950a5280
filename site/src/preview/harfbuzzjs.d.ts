/** The functions of harfbuzzjs that are used; it has no types of its own. */
declare module "harfbuzzjs" {
  export interface Blob {
    destroy(): void;
  }
  export interface Face {
    upem: number;
    /** Every character that the font has. */
    collectUnicodes(): Uint32Array;
  }
  export interface Font {
    /** Absolute SVG path data in the font's units, y upwards. */
    glyphToPath(glyph: number): string;
  }
  export interface Glyph {
    /** Number of the glyph in the font; 0 stands for a character that it does not have. */
    g: number;
    /** Advance, and offset from the pen. */
    ax: number;
    dx: number;
    dy: number;
  }
  export interface Buffer {
    addText(text: string): void;
    setDirection(direction: "ltr" | "rtl"): void;
    setScript(tag: string): void;
    json(): Glyph[];
    destroy(): void;
  }
  export interface HarfBuzz {
    createBlob(bytes: Uint8Array): Blob;
    createFace(blob: Blob, index: number): Face;
    createFont(face: Face): Font;
    createBuffer(): Buffer;
    shape(font: Font, buffer: Buffer): void;
  }
  const ready: Promise<HarfBuzz>;
  export default ready;
}
