import { expect, it } from "vitest";
import { uploadDocument, uploadImage } from "@/api/upload";
import { uploadOf } from "./files";

it.each(["notes.pdf", "हिंदी नोट्स – भाग 1.PDF", "marks.xlsx", "all.zip", "list.csv"])(
  "%s is stored as a document",
  (name) => expect(uploadOf(new File([], name))).toBe(uploadDocument),
);

it.each([
  ["map.png", "image/png"],
  ["IMG_1.HEIC", ""],
])("%s is stored as a picture", (name, type) => expect(uploadOf(new File([], name, { type }))).toBe(uploadImage));
