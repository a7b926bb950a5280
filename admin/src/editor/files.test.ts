import { beforeEach, expect, it, vi } from "vitest";
import { uploadDocument, uploadImage } from "@/api/upload";
import { uploadForText } from "./files";

vi.mock("@/api/upload", () => ({ PICTURE_FORMATS: "", uploadDocument: vi.fn(), uploadImage: vi.fn() }));

beforeEach(() => vi.clearAllMocks());

it.each(["notes.pdf", "हिंदी नोट्स – भाग 1.PDF", "marks.xlsx", "all.zip", "list.csv"])(
  "stores %s as a document",
  (name) => {
    const file = new File([], name);
    uploadForText(file);
    expect(uploadDocument).toHaveBeenLastCalledWith(file, undefined);
    expect(uploadImage).not.toHaveBeenCalled();
  },
);

it.each([
  ["map.png", "image/png"],
  ["IMG_1.HEIC", ""],
])("stores %s as a picture", (name, type) => {
  const file = new File([], name, { type });
  uploadForText(file);
  expect(uploadImage).toHaveBeenLastCalledWith(file, undefined);
  expect(uploadDocument).not.toHaveBeenCalled();
});
