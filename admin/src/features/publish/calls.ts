import type { PublishStatus } from "@/api/types";
import { call } from "@/api/undescribed";

export const STATUS_KEY = "/publish/status";

export function fetchStatus(): Promise<PublishStatus> {
  return call("GET", "/publish/status");
}

export function publishAgain(): Promise<PublishStatus> {
  return call("POST", "/publish");
}
