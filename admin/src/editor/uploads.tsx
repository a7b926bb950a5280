import { createContext, useContext } from "react";
import type { Media } from "@/api/types";

export interface UploadedImage {
  url: string;
  width?: number | null;
  height?: number | null;
  /** Its document in the library. */
  media?: Media;
}

/**
 * Stores a picture or a file for the editor. Fails with an error that was already told to
 * the writer.
 */
export type UploadImage = (file: File, options?: { onProgress?: (percent: number) => void }) => Promise<UploadedImage>;

const UploadContext = createContext<UploadImage | null>(null);
export const UploadProvider = UploadContext.Provider;

export function useUploadImage(): UploadImage | null {
  return useContext(UploadContext);
}
