import { messageOf } from "@academy/shared/api/errors";
import { useState } from "react";
import { noteSaved, publishAgain, usePublishStatus } from "@/resources/publishing";

/** Asks for publishing now; `refused` says why that was not possible. */
export function usePublishNow() {
  const { mutate } = usePublishStatus();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const publish = async () => {
    setBusy(true);
    setRefused(null);
    try {
      await mutate(publishAgain(), { revalidate: false });
      noteSaved();
    } catch (error) {
      setRefused(messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, refused, publish };
}
