import type { Instrumentation } from "next";
import { NAME, registry } from "@/app/prepared";

/** Records why a page could not be rendered: Next's answer has only a status. */
export const onRequestError: Instrumentation.onRequestError = (error, request) => {
  const page = registry.get(String(request.headers[NAME]));
  if (page) page.problem ??= error instanceof Error ? error.message : String(error);
};
