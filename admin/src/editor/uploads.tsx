import { createContext, useContext } from "react";

export interface UploadedImage {
  url: string;
  width?: number | null;
  height?: number | null;
}

/** What the editor needs from the dashboard to store an image. Fails with an error that was already told to the writer. */
export type UploadImage = (file: File) => Promise<UploadedImage>;

const UploadContext = createContext<UploadImage | null>(null);
export const UploadProvider = UploadContext.Provider;

export function useUploadImage(): UploadImage | null {
  return useContext(UploadContext);
}
