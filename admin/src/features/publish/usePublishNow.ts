import { noteSaved, publishAgain, usePublishStatus } from "@/resources/publishing";
import { useAction } from "@/ui/useAction";

/** Asks for publishing now. */
export function usePublishNow() {
  const { mutate } = usePublishStatus();
  const { act, busy } = useAction();
  const run = async () => {
    await mutate(publishAgain(), { revalidate: false });
    noteSaved();
  };
  return { busy, publish: () => act({ run, failed: "Failed to publish" }) };
}
